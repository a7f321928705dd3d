import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { memo } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { RepairPart } from '../../../api/repairs';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { getReplacementSerial } from './outcomes';
import { PanelField } from './PanelField';
import { RepairChip, useOfferedStatuses } from './repairColumns';
import { isCommentEditable, isStatusEditable, type RepairRow } from './repairRows';
import { DetailSection, DetailText, UnitApprovalComment, UnitFindings } from './UnitDetails';
import { UnitInput, UnitSelect } from './unitColumns';
import { buildRowKey, type UnitForm } from './unitRows';
import { useUnitName } from './useUnitName';

type SaveRow = (part: RepairPart) => void;

/** Known data of a unit: problem, diagnosis, cost and approval comment. */
function KnownOfUnit({ part }: { part: RepairPart }) {
  return (
    <>
      <UnitFindings part={part} />
      <UnitApprovalComment comment={part.approvalComments.IN_REPAIR_APPROVAL} />
    </>
  );
}

/** Read-only details of a unit in repair. */
export function RepairReaderDetails({ part }: { part: RepairPart }) {
  const translate = useTranslate();
  const replacement = getReplacementSerial(part);
  return (
    <>
      <KnownOfUnit part={part} />
      <DetailSection title={translate('repair.column.repairStatus')} extra={<RepairChip part={part} />}>
        {part.repairComment && <DetailText>{part.repairComment}</DetailText>}
      </DetailSection>
      {replacement && (
        <DetailSection title={translate('repair.column.replacementSerial')}>
          <DetailText>{replacement}</DetailText>
        </DetailSection>
      )}
    </>
  );
}

/** Details of a unit with the form of its repair result. */
export function RepairEditorDetails({ part, onSave }: { part: RepairPart; onSave: SaveRow }) {
  const translate = useTranslate();
  const name = useUnitName()(part);
  const offered = useOfferedStatuses();
  const status = translate('repair.column.repairStatus');
  return (
    <>
      <KnownOfUnit part={part} />
      {isStatusEditable(part) && (
        <>
          <PanelField label={status}>
            <UnitSelect
              {...{ part, name }}
              label={status}
              field="repairStatus"
              column="repair.column.repairStatus"
              choices={offered}
              empty="repair.unit.choose"
            />
          </PanelField>
          <ReplacementInput {...{ part, name }} />
        </>
      )}
      {isCommentEditable(part) && (
        <>
          <PanelField label={translate('repair.column.repairComment')}>
            <UnitInput {...{ part, name }} field="repairComment" column="repair.column.repairComment" lines={2} />
          </PanelField>
          <Box sx={{ marginTop: 1.5 }}>
            <RowSave part={part} name={name} onSave={onSave} />
          </Box>
        </>
      )}
    </>
  );
}

interface UnitProps {
  part: RepairPart;
  name: string;
}

/** Serial number of the replacement, only for a replaced unit. */
function ReplacementInput({ part, name }: UnitProps) {
  const translate = useTranslate();
  const { control } = useFormContext<UnitForm<RepairRow>>();
  const status = useWatch({ control, name: `rows.${buildRowKey(part.id)}.repairStatus` });
  if (status !== 'REPLACED') return null;
  return (
    <PanelField label={translate('repair.column.replacementSerial')}>
      <UnitInput required {...{ part, name }} field="replacementSerial" column="repair.column.replacementSerial" />
    </PanelField>
  );
}

/** Button to save one unit, enabled once a status is set and a field has changed. */
const RowSave = memo(function RowSave({ part, name, onSave }: UnitProps & { onSave: SaveRow }) {
  const translate = useTranslate();
  const { busy } = useProcessUpdater();
  const { control } = useFormContext<UnitForm<RepairRow>>();
  const path = `rows.${buildRowKey(part.id)}` as const;
  const status = useWatch({ control, name: `${path}.repairStatus` });
  const { dirtyFields } = useFormState({ control, name: path });
  const row = dirtyFields.rows?.[buildRowKey(part.id)];
  const changed = row?.repairStatus === true || row?.repairComment === true || row?.replacementSerial === true;
  return (
    <Button
      size="small"
      color="primary"
      disabled={busy || !status || !changed}
      aria-label={translate('repair.service.saveRow', { name })}
      onClick={() => onSave(part)}
    >
      {translate('repair.service.saveUnit')}
    </Button>
  );
});
