import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { memo, useMemo } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useProcessSave } from '../../kernel/process/useRecordWriter';
import { CellText, Dash } from '../../kernel/table/CellText';
import type { Column, Field } from '../../kernel/table/declaration';
import { choiceName, useMeta } from '../../server/meta';
import { StatusChip } from '../../shared/StatusChip';
import { outcomeTones } from './outcomes';
import { commentIsOpen, isWorking, type RepairRow, SELECTABLE, statusIsOpen } from './repairRows';
import type { RepairPart } from './types';
import { rowKey, type UnitForm } from './unitRows';
import { UnitInput, UnitSelect, useCommentColumn, useUnitColumns } from './units';

type SaveRow = (part: RepairPart) => void;

/** The columns of the repair table: to work on, where a row can be saved, or to read. */
export function useRepairColumns(saveRow: SaveRow | null): Column<RepairPart>[] {
  const translate = useTranslate();
  const { part, identity, attachments } = useUnitColumns();
  const approvalComment = useCommentColumn('IN_REPAIR_APPROVAL', false);
  const { limits, choices } = useMeta();
  return useMemo(() => {
    const isEdited = saveRow !== null;
    const offered = choices.repairStatus?.map((choice) => ({
      ...choice,
      disabled: !SELECTABLE.some((key) => key === choice.key),
    }));
    const status: Field<RepairPart> = {
      key: 'repairStatus',
      label: translate('repair.column.repairStatus'),
      width: 172,
      card: isEdited ? 'wide' : 'status',
      cell: (unit, { name }) =>
        isEdited && statusIsOpen(unit) ? (
          <UnitSelect
            part={unit}
            name={name}
            field="repairStatus"
            column="repair.column.repairStatus"
            choices={offered}
            empty="repair.service.noStatus"
          />
        ) : (
          <RepairChip part={unit} />
        ),
    };
    const comment: Field<RepairPart> = {
      key: 'repairComment',
      label: translate('repair.column.repairComment'),
      card: 'wide',
      isEmpty: (unit) => !(isEdited && commentIsOpen(unit)) && !unit.repairComment,
      cell: (unit, { name }) =>
        isEdited && commentIsOpen(unit) ? (
          <UnitInput
            part={unit}
            name={name}
            field="repairComment"
            column="repair.column.repairComment"
            maxLength={limits.comment}
            multiline
          />
        ) : (
          <CellText>{unit.repairComment}</CellText>
        ),
    };
    if (!isEdited) {
      return [part, identity, status, comment, { ...approvalComment, quiet: false, width: 140 }, attachments];
    }
    const action: Field<RepairPart> = {
      key: 'action',
      label: translate('repair.column.action'),
      quiet: true,
      width: 112,
      align: 'end',
      card: 'action',
      cell: (unit, { name }) => <RowSave part={unit} name={name} onSave={saveRow} />,
    };
    return [part, identity, status, comment, attachments, approvalComment, action];
  }, [translate, part, identity, attachments, approvalComment, saveRow, choices.repairStatus, limits.comment]);
}

/** What became of a unit; one that was found working says so. */
function RepairChip({ part }: { part: RepairPart }) {
  const { choices } = useMeta();
  const translate = useTranslate();
  const { repairStatus, diagnosticInfo } = part;
  if (repairStatus) {
    return <StatusChip tone={outcomeTones[repairStatus]} label={choiceName(choices.repairStatus, repairStatus)} />;
  }
  if (isWorking(part) && diagnosticInfo?.status) return <StatusChip tone="done" label={diagnosticInfo.status.value} />;
  if (part.needsApproval && part.repairApproval === 'WAITING_APPROVAL') {
    return <StatusChip tone="waiting" label={translate('repair.service.awaits')} />;
  }
  return <Dash />;
}

interface RowSaveProps {
  part: RepairPart;
  name: string;
  onSave: SaveRow;
}

/** Saves one row; there for units that are repaired, open once a status is chosen and something is new. */
const RowSave = memo(function RowSave({ part, name, onSave }: RowSaveProps) {
  const translate = useTranslate();
  const { busy } = useProcessSave();
  const { control } = useFormContext<UnitForm<RepairRow>>();
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
