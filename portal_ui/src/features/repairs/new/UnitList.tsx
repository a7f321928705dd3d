import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { type ClipboardEvent, type FormEvent, memo, useCallback, useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { createDropHandlers } from '../../../core/files/fileDropAndPaste';
import { validateOnBlurWhenDirty } from '../../../core/forms/validateOnBlurWhenDirty';
import { RequestTable } from '../../../core/tables/Table';
import type { TableHandle } from '../../../core/tables/tableTypes';
import { type PastedBlock, parseUnitBlock } from './paste';
import { RepeatedSerials } from './RepeatedSerial';
import { type Groups, isUnitCell, type ListActions, type Unit, type UnitCell } from './unitGroups';
import type { RepairForm } from './useRepairForm';
import { useUnitColumns } from './useUnitColumns';
import { useUnitGroups } from './useUnitGroups';

/** Cell to focus once its row is rendered. */
export interface FocusTarget {
  unitId: string;
  cell: UnitCell | 'attachments';
}

interface UnitListProps extends Pick<RepairForm, 'form' | 'uploads' | 'actions'> {
  groups: Groups;
  collapsed: ReadonlySet<string>;
  groupErrors: ReadonlyMap<string, string>;
  goal: FocusTarget | null;
  on: ListActions;
  onPasteBlock: (unitId: string, block: PastedBlock) => void;
}

const getUnitId = (unit: Unit): string => unit.id;
const getUnitNumber = (unit: Unit): number => unit.number;
const heights = { row: 53, card: 390 };
const rowPrefix = 'unit-';

/** List of all units, grouped by part. Memoized: other state of the page does not rerender it. */
export const UnitList = memo(function UnitList(props: UnitListProps) {
  const { form, uploads, actions, groups, collapsed, groupErrors, goal, on, onPasteBlock } = props;
  const translate = useTranslate();
  const table = useRef<TableHandle>(null);
  useEffect(() => {
    if (goal) table.current?.focusCell(goal.unitId, goal.cell);
  }, [goal]);

  const getUnitName = useCallback(
    ({ number, part }: Unit) => translate('newRepair.unitOf', { number, part: part.name }),
    [translate],
  );
  const getRowProps = useCallback(
    (unit: Unit) => ({
      id: rowPrefix + unit.id,
      'aria-label': getUnitName(unit),
      ...createDropHandlers((files) => actions.addFiles(unit.id, files)),
    }),
    [getUnitName, actions],
  );
  const onPaste = (event: ClipboardEvent) => {
    if (!(event.target instanceof HTMLElement)) return;
    const { cell } = event.target.dataset;
    const row = event.target.closest(`[id^="${rowPrefix}"]`);
    const block = row && isUnitCell(cell) && parseUnitBlock(event.clipboardData.getData('text/plain'), cell);
    if (!block) return;
    event.preventDefault();
    onPasteBlock(row.id.slice(rowPrefix.length), block);
  };

  // A serial number that is cleared again is reported on blur, not only on submit.
  const blurValidation = validateOnBlurWhenDirty(form);
  const onChange = (event: FormEvent) => {
    actions.changed();
    blurValidation.onChange(event);
  };

  return (
    <FormProvider {...form}>
      <RepeatedSerials form={form} groups={groups}>
        <Card
          sx={{ marginBottom: 2, overflow: 'clip' }}
          onChange={onChange}
          onBlur={blurValidation.onBlur}
          onPaste={onPaste}
        >
          <RequestTable
            label={translate('newRepair.list')}
            groups={useUnitGroups(groups, collapsed, groupErrors, on)}
            columns={useUnitColumns(uploads, actions, on.onRemoveUnit)}
            rowId={getUnitId}
            rowName={getUnitName}
            rowNumber={getUnitNumber}
            rowProps={getRowProps}
            estimatedHeights={heights}
            align="top"
            handle={table}
          />
        </Card>
      </RepeatedSerials>
    </FormProvider>
  );
});
