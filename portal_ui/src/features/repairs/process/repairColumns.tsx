import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { memo, useMemo } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { RepairPart } from '../../../api/repairs';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { CellText, Dash } from '../../../core/tables/CellText';
import { StatusChip } from '../../../core/ui/StatusChip';
import { CostLines, costsField, findings, NotReceived } from './Findings';
import { getReplacementSerial, OUTCOME_TONES } from './outcomes';
import { isCommentEditable, isStatusEditable, isWorking, type RepairRow, SELECTABLE_STATUSES } from './repairRows';
import {
  attachmentsColumn,
  commentColumn,
  identityColumn,
  identityFields,
  partColumn,
  shortProblemField,
  type UnitColumn,
  type UnitField,
  UnitInput,
  UnitSelect,
  useIdentityWidth,
} from './unitColumns';
import { buildRowKey, type UnitForm } from './unitRows';

type SaveRow = (part: RepairPart) => void;

/** The columns of the repair table: to work on, where a row can be saved, or to read. */
export function useRepairColumns(saveRow: SaveRow | null): UnitColumn[] {
  const width = useIdentityWidth();
  const { choices } = useMeta();
  return useMemo(() => {
    const isEdited = saveRow !== null;
    const offered = choices.repairStatus?.map((choice) => ({
      ...choice,
      disabled: !SELECTABLE_STATUSES.some((key) => key === choice.key),
    }));
    const status: UnitField = {
      key: 'repairStatus',
      width: 172,
      card: isEdited ? 'wide' : 'status',
      cell: (part, { name }) =>
        isEdited && isStatusEditable(part) ? (
          <UnitSelect
            {...{ part, name }}
            field="repairStatus"
            column="repair.column.repairStatus"
            choices={offered}
            empty="repair.service.noStatus"
          />
        ) : (
          <RepairChip part={part} />
        ),
    };
    const comment: UnitField = {
      key: 'repairComment',
      card: 'wide',
      isEmpty: (part) => !(isEdited && isCommentEditable(part)) && !part.repairComment,
      cell: (part, { name }) =>
        isEdited && isCommentEditable(part) ? (
          <UnitInput {...{ part, name }} field="repairComment" column="repair.column.repairComment" lines={2} />
        ) : (
          <CellText>{part.repairComment}</CellText>
        ),
    };
    const replacement: UnitField = {
      key: 'replacementSerial',
      card: 'wide',
      isEmpty: (part) => !(isEdited && isStatusEditable(part)) && !getReplacementSerial(part),
      cell: (part, { name }) =>
        isEdited && isStatusEditable(part) ? (
          <ReplacementInput {...{ part, name }} />
        ) : (
          <CellText>{getReplacementSerial(part)}</CellText>
        ),
    };
    const approvalComment = commentColumn('IN_REPAIR_APPROVAL');
    if (!isEdited) {
      const last = [{ ...approvalComment, hideHeader: false, width: 140 }, attachmentsColumn];
      return [
        partColumn,
        identityColumn(width),
        { key: 'outcome', width: 172, stack: [status, replacement] },
        comment,
        ...last,
      ];
    }
    const action: UnitField = {
      key: 'action',
      hideHeader: true,
      width: 112,
      align: 'end',
      card: 'action',
      cell: (part, { name }) => <RowSave part={part} name={name} onSave={saveRow} />,
    };
    return [
      { key: 'unit', minWidth: 190, stack: [partColumn, ...identityFields(width), shortProblemField] },
      { key: 'work', minWidth: 180, stack: [...findings, costsField(CostLines, 176)] },
      { key: 'outcome', minWidth: 190, stack: [status, replacement, comment] },
      attachmentsColumn,
      approvalComment,
      action,
    ];
  }, [width, saveRow, choices.repairStatus]);
}

/** The serial number of what goes back, asked for where a unit is replaced. */
function ReplacementInput({ part, name }: { part: RepairPart; name: string }) {
  const { control } = useFormContext<UnitForm<RepairRow>>();
  const status = useWatch({ control, name: `rows.${buildRowKey(part.id)}.repairStatus` });
  if (status !== 'REPLACED') return null;
  return <UnitInput {...{ part, name }} field="replacementSerial" column="repair.column.replacementSerial" />;
}

/** What became of a unit; one that was found working says so. */
function RepairChip({ part }: { part: RepairPart }) {
  const { choices } = useMeta();
  const translate = useTranslate();
  const { repairStatus, diagnosticInfo } = part;
  if (part.isMissing) return <NotReceived />;
  if (repairStatus) {
    return <StatusChip tone={OUTCOME_TONES[repairStatus]} label={getChoiceName(choices.repairStatus, repairStatus)} />;
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
  const { busy } = useProcessUpdater();
  const { control } = useFormContext<UnitForm<RepairRow>>();
  const path = `rows.${buildRowKey(part.id)}` as const;
  const status = useWatch({ control, name: `${path}.repairStatus` });
  const { dirtyFields } = useFormState({ control, name: path });
  const row = dirtyFields.rows?.[buildRowKey(part.id)];
  const changed = row?.repairStatus === true || row?.repairComment === true || row?.replacementSerial === true;
  if (!isCommentEditable(part)) return null;
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
