import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { memo, useMemo } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useProcessSave } from '../../../kernel/process/useRecordWriter';
import { CellField, CellSelect } from '../../../kernel/table/CellField';
import { CellText } from '../../../kernel/table/CellText';
import type { Column } from '../../../kernel/table/declaration';
import { useMeta } from '../../../server/meta';
import { rowKey } from '../diagnostics';
import { commentIsOpen, type RepairForm, SELECTABLE, statusIsOpen } from '../repairRows';
import type { RepairPart } from '../types';
import { useCommentColumn, useUnitColumns } from '../units';
import { RepairChip } from './RepairChip';

type SaveRow = (part: RepairPart) => void;

interface CellProps {
  part: RepairPart;
  name: string;
}

/** The columns of the repair table while it is worked on. */
export function useRepairColumns(onSave: SaveRow): Column<RepairPart>[] {
  const translate = useTranslate();
  const { part, identity, attachments } = useUnitColumns();
  const approvalComment = useCommentColumn('IN_REPAIR_APPROVAL', false);
  return useMemo(
    () => [
      part,
      identity,
      {
        key: 'repairStatus',
        label: translate('repair.column.repairStatus'),
        width: 172,
        card: 'wide',
        cell: (unit, { name }) => <RepairStatusCell part={unit} name={name} />,
      },
      {
        key: 'repairComment',
        label: translate('repair.column.repairComment'),
        card: 'wide',
        isEmpty: (unit) => !commentIsOpen(unit) && !unit.repairComment,
        cell: (unit, { name }) => <RepairCommentCell part={unit} name={name} />,
      },
      attachments,
      approvalComment,
      {
        key: 'action',
        label: translate('repair.column.action'),
        quiet: true,
        width: 112,
        align: 'end',
        card: 'action',
        cell: (unit, { name }) => <RowSave part={unit} name={name} onSave={onSave} />,
      },
    ],
    [translate, part, identity, attachments, approvalComment, onSave],
  );
}

function RepairStatusCell({ part, name }: CellProps) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const offered = useMemo(
    () =>
      (choices.repairStatus ?? []).map((choice) => ({
        ...choice,
        disabled: !SELECTABLE.some((key) => key === choice.key),
      })),
    [choices.repairStatus],
  );
  if (!statusIsOpen(part)) return <RepairChip part={part} />;
  return (
    <CellSelect
      name={`rows.${rowKey(part.id)}.repairStatus`}
      cell="repairStatus"
      choices={offered}
      emptyLabel={translate('repair.service.noStatus')}
      label={translate('repair.diagnostics.cell', { column: translate('repair.column.repairStatus'), name })}
    />
  );
}

function RepairCommentCell({ part, name }: CellProps) {
  const translate = useTranslate();
  const { limits } = useMeta();
  if (!commentIsOpen(part)) return <CellText>{part.repairComment}</CellText>;
  return (
    <CellField
      name={`rows.${rowKey(part.id)}.repairComment`}
      cell="repairComment"
      multiline
      maxLength={limits.comment}
      label={translate('repair.diagnostics.cell', { column: translate('repair.column.repairComment'), name })}
    />
  );
}

/** Saves one row; there for units that are repaired, open once a status is chosen and something is new. */
const RowSave = memo(function RowSave({ part, name, onSave }: CellProps & { onSave: SaveRow }) {
  const translate = useTranslate();
  const { busy } = useProcessSave();
  const { control } = useFormContext<RepairForm>();
  const path = `rows.${rowKey(part.id)}` as const;
  const status = useWatch({ control, name: `${path}.repairStatus` });
  const { dirtyFields } = useFormState({ control, name: path });
  const row = dirtyFields.rows?.[rowKey(part.id)];
  const changed = row?.repairStatus === true || row?.repairComment === true;
  if (!commentIsOpen(part)) return null;
  return (
    <Button
      size="small"
      disabled={busy || !status || !changed}
      aria-label={translate('repair.service.saveRow', { name })}
      onClick={() => onSave(part)}
    >
      {translate('process.save')}
    </Button>
  );
});
