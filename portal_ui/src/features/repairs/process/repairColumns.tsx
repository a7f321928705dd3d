import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate, ValidationError } from 'ra-core';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { RepairPart } from '../../../api/repairs';
import { useCellError } from '../../../core/tables/CellField';
import { Dash } from '../../../core/tables/CellText';
import { StatusChip } from '../../../core/ui/StatusChip';
import { getCostVisibility, NotReceived } from './Findings';
import { getOutcomeChip, getReplacementSerial } from './outcomes';
import { isCommentEditable, isStatusEditable, isWorking, type RepairRow, SELECTABLE_STATUSES } from './repairRows';
import {
  buildTotalColumn,
  buildUnitColumn,
  ClampedText,
  findingColumn,
  type UnitColumn,
  type UnitField,
  UnitSelect,
  useAmountWidth,
} from './unitColumns';
import { buildRowKey, type UnitForm } from './unitRows';

/** Widths of a select, a chip and a comment in pixels. */
const SELECT_WIDTH = 172;
const RESULT_WIDTH = 160;
const COMMENT_WIDTH = 200;

/** Return the columns of the repair list, editable or read-only. */
export function useRepairColumns(parts: readonly RepairPart[], isEdited: boolean): UnitColumn[] {
  const offered = useOfferedStatuses();
  const hasTotal = getCostVisibility(parts).total;
  const amountWidth = useAmountWidth(parts);
  return useMemo(() => {
    const unit = buildUnitColumn({
      // An edited card has the status in the field below.
      renderExtra: (part) => !isEdited && <RepairResult part={part} />,
    });
    const status: UnitField = {
      key: 'repairStatus',
      width: isEdited ? SELECT_WIDTH : RESULT_WIDTH,
      card: isEdited ? 'wide' : 'elsewhere',
      cell: (part, { name }) =>
        isEdited && isStatusEditable(part) ? (
          <>
            <UnitSelect
              {...{ part, name }}
              field="repairStatus"
              column="repair.column.repairStatus"
              choices={offered}
              empty="repair.unit.choose"
            />
            <ReplacementError part={part} />
          </>
        ) : (
          <RepairResult part={part} />
        ),
    };
    const comment: UnitField = {
      key: 'repairComment',
      minWidth: COMMENT_WIDTH,
      card: 'wide',
      isEmpty: (part) => !(isEdited && isCommentEditable(part)) && !part.repairComment,
      cell: (part) =>
        isEdited && isCommentEditable(part) ? (
          <TypedComment part={part} />
        ) : (
          <ClampedText>{part.repairComment}</ClampedText>
        ),
    };
    // Cost and diagnosis do not both fit next to the panel, which shows the diagnosis too.
    return [unit, isEdited && hasTotal ? buildTotalColumn(amountWidth) : findingColumn, status, comment];
  }, [isEdited, hasTotal, amountWidth, offered]);
}

/** Return the repair statuses as choices; some are visible but disabled. */
export function useOfferedStatuses() {
  const { repairStatus } = useMeta().choices;
  return useMemo(
    () =>
      repairStatus?.map((choice) => ({
        ...choice,
        disabled: !SELECTABLE_STATUSES.some((key) => key === choice.key),
      })),
    [repairStatus],
  );
}

/** Error of the new serial number; its field is in the details. */
function ReplacementError({ part }: { part: RepairPart }) {
  const error = useCellError(`rows.${buildRowKey(part.id)}.replacementSerial`);
  return error ? <CellErrorText error={error} /> : null;
}

const joinLines = (...lines: (string | null | undefined)[]): string => lines.filter(Boolean).join('\n');

/** New serial number and comment as entered, or the error of the comment. */
function TypedComment({ part }: { part: RepairPart }) {
  const translate = useTranslate();
  const { control } = useFormContext<UnitForm<RepairRow>>();
  const path = `rows.${buildRowKey(part.id)}` as const;
  const row: Partial<RepairRow> | undefined = useWatch({ control, name: path });
  const error = useCellError(`${path}.repairComment`);
  if (error) return <CellErrorText error={error} />;
  const serial = row?.repairStatus === 'REPLACED' && row.replacementSerial;
  const replacement = serial ? translate('repair.outcome.newSerial', { serial }) : '';
  return (
    <ClampedText empty={translate('repair.diagnostics.noComment')}>
      {joinLines(replacement, row?.repairComment)}
    </ClampedText>
  );
}

function CellErrorText({ error }: { error: string }) {
  return (
    <Typography variant="body2" sx={{ color: 'error.main' }}>
      <ValidationError error={error} />
    </Typography>
  );
}

/** Result of a unit, with the serial number of a replacement. */
function RepairResult({ part }: { part: RepairPart }) {
  const translate = useTranslate();
  const serial = getReplacementSerial(part);
  if (!serial) return <RepairChip part={part} />;
  return (
    <Box sx={{ maxWidth: { md: RESULT_WIDTH } }}>
      <RepairChip part={part} />
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {translate('repair.outcome.newSerial', { serial })}
      </Typography>
    </Box>
  );
}

/** Status chip of a unit: repair status, working, or awaiting approval. */
export function RepairChip({ part }: { part: RepairPart }) {
  const { choices } = useMeta();
  const translate = useTranslate();
  const { repairStatus, diagnosticInfo } = part;
  if (part.isMissing) return <NotReceived />;
  if (repairStatus) {
    return <StatusChip {...getOutcomeChip(repairStatus)} label={getChoiceName(choices.repairStatus, repairStatus)} />;
  }
  if (isWorking(part) && diagnosticInfo?.status) return <StatusChip tone="done" label={diagnosticInfo.status.value} />;
  if (part.needsApproval && part.repairApproval === 'WAITING_APPROVAL') {
    return <StatusChip tone="waiting" label={translate('repair.service.awaits')} />;
  }
  return <Dash />;
}
