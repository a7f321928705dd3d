import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { memo, type ReactNode, useCallback, useMemo } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { CellField, CellSelect } from '../../../kernel/process/units/CellField';
import type { UnitColumn } from '../../../kernel/process/units/UnitTable';
import { useProcessSave } from '../../../kernel/process/useSaveDesk';
import { useMeta } from '../../../server/meta';
import { rowKey } from '../diagnostics';
import { commentIsOpen, type RepairForm, SELECTABLE, statusIsOpen } from '../repairRows';
import type { RepairPart } from '../types';
import { CellText, UnitCardHead, UnitComment, UnitFiles, UnitPart, useUnitName } from '../units';
import { RepairChip } from './RepairChip';

type SaveRow = (part: RepairPart) => void;

interface CellProps {
  part: RepairPart;
  name: string;
}

/** The columns of the repair table while it is worked on. */
export function useRepairColumns(onSave: SaveRow): UnitColumn<RepairPart>[] {
  const translate = useTranslate();
  const nameOf = useUnitName();
  return useMemo(
    () => [
      { key: 'part', label: translate('repair.column.part'), width: 196, cell: (part) => <UnitPart part={part} /> },
      {
        key: 'serialNumber',
        label: translate('repair.column.serialNumber'),
        width: 104,
        cell: (part) => <CellText>{part.serialNumber}</CellText>,
      },
      {
        key: 'serviceTag',
        label: translate('repair.column.serviceTag'),
        width: 92,
        cell: (part) => <CellText>{part.serviceTag}</CellText>,
      },
      {
        key: 'repairStatus',
        label: translate('repair.column.repairStatus'),
        width: 164,
        cell: (part) => <RepairStatusCell part={part} name={nameOf(part)} />,
      },
      {
        key: 'repairComment',
        label: translate('repair.column.repairComment'),
        cell: (part) => <RepairCommentCell part={part} name={nameOf(part)} />,
      },
      {
        key: 'files',
        label: translate('repair.column.attachments'),
        width: 76,
        cell: (part) => <UnitFiles part={part} name={nameOf(part)} />,
      },
      {
        key: 'approvalComment',
        label: translate('repair.column.approvalComment'),
        quiet: true,
        width: 48,
        cell: (part) => <UnitComment part={part} name={nameOf(part)} step="IN_REPAIR_APPROVAL" writable={false} />,
      },
      {
        key: 'action',
        label: translate('repair.column.action'),
        quiet: true,
        width: 104,
        align: 'end',
        cell: (part) => <RowSave part={part} name={nameOf(part)} onSave={onSave} />,
      },
    ],
    [translate, nameOf, onSave],
  );
}

/** The same as a card on a phone. */
export function useRepairCard(onSave: SaveRow): (part: RepairPart) => ReactNode {
  const translate = useTranslate();
  const nameOf = useUnitName();
  return useCallback(
    (part) => {
      const name = nameOf(part);
      return (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <UnitCardHead part={part} />
          <Typography variant="subtitle2" component="div" aria-hidden>
            {translate('repair.column.repairStatus')}
          </Typography>
          <RepairStatusCell {...{ part, name }} />
          {(commentIsOpen(part) || part.repairComment) && (
            <>
              <Typography variant="subtitle2" component="div" aria-hidden>
                {translate('repair.column.repairComment')}
              </Typography>
              <RepairCommentCell {...{ part, name }} />
            </>
          )}
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <UnitFiles part={part} name={name} inCard />
            <UnitComment {...{ part, name }} step="IN_REPAIR_APPROVAL" writable={false} />
            <Box sx={{ flex: 1 }} />
            <RowSave {...{ part, name, onSave }} />
          </Box>
        </Box>
      );
    },
    [translate, nameOf, onSave],
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
