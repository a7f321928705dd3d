import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useRepairHints } from '../../../api/instruments';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { AttachmentsButton } from '../../../core/files/AttachmentsButton';
import { CommentButton } from '../../../core/process/CommentButton';
import { useProcess } from '../../../core/process/processContext';
import { RejectedAlert } from '../../../core/process/StepPane';
import { CellField, CellSelect } from '../../../core/tables/CellField';
import { CellText } from '../../../core/tables/CellText';
import type { Column, Field } from '../../../core/tables/tableTypes';
import { HintLines } from '../../instruments/HintLines';
import { PartLabel } from '../../parts/PartLabel';
import { isRejected } from './repairRows';
import { buildRepairComment } from './repairUpdates';
import { buildRowKey } from './unitRows';
import { useUnitName } from './useUnitName';

/** The units that were refused in a step, each with the reason that was given. */
export function RejectedUnits({ title, step }: { title: string; step: CommentedStep }) {
  const { record } = useProcess<Repair>();
  const nameOf = useUnitName();
  const isRefused = step === 'NEW' ? (part: RepairPart) => part.initialApproval === 'REJECTED' : isRejected;
  const rejected = record.repairParts
    .filter(isRefused)
    .map((part) => ({ id: part.id, name: nameOf(part), reason: part.approvalComments[step]?.text }));
  return <RejectedAlert title={title} rejected={rejected} />;
}

/** What is known of a unit's instrument from before. */
function UnitHint({ part }: { part: RepairPart }) {
  const { record } = useProcess<Repair>();
  const hint = useRepairHints(record.id).data?.get(part.id);
  const isFirstOfModel = record.repairParts.find(({ partName }) => partName === part.partName)?.id === part.id;
  return hint ? <HintLines hint={hint} serialNumber={part.serialNumber} hasModelCost={isFirstOfModel} /> : null;
}

/** Picture and model of a unit, its number in the repair and its category. */
function UnitPart({ part, hinted = false }: { part: RepairPart; hinted?: boolean }) {
  const translate = useTranslate();
  const below = translate('repair.unit.place', { number: part.rowNumber, category: part.category.name });
  return (
    <PartLabel imageUrl={part.imageUrl} name={part.partName} below={below}>
      {hinted && (
        <>
          <ReceiptNote part={part} />
          <UnitHint part={part} />
        </>
      )}
    </PartLabel>
  );
}

export type UnitField = Field<RepairPart>;
export type UnitColumn = Column<RepairPart>;

export const partColumn: UnitField = {
  key: 'part',
  minWidth: 208,
  card: 'title',
  cell: (part) => <UnitPart part={part} />,
};

/** The same with what is known of the instrument, where somebody decides or looks at it. */
export const hintedPartColumn: UnitField = { ...partColumn, cell: (part) => <UnitPart hinted part={part} /> };

/** Room for the longest serial number on one line, within reason: one that is longer still breaks. */
export function useIdentityWidth(): number {
  const { record } = useProcess<Repair>();
  const longest = Math.max(0, ...record.repairParts.map(({ serialNumber }) => serialNumber.length));
  return Math.min(184, Math.max(112, Math.ceil(14 + longest * 8.6)));
}

/** Serial number and service tag. */
export const identityFields = (width: number): UnitField[] => [
  {
    key: 'serialNumber',
    width,
    cell: (part) => <Typography sx={{ overflowWrap: 'anywhere' }}>{part.serialNumber}</Typography>,
  },
  {
    key: 'serviceTag',
    width: 120,
    isEmpty: (part) => !part.serviceTag,
    cell: (part) => <CellText>{part.serviceTag}</CellText>,
  },
];

export const identityColumn = (width: number): UnitColumn => ({
  key: 'identity',
  width,
  stack: identityFields(width),
});

export const problemColumn: UnitField = {
  key: 'problemDescription',
  card: 'wide',
  isEmpty: (part) => !part.problemDescription,
  cell: (part) => <CellText>{part.problemDescription}</CellText>,
};

/** From so many characters on a problem takes more than three lines of its column. */
const LONG_PROBLEM = 110;

/** The client's words about the unit, so that nobody need go back to Details; long ones can be opened. */
function Problem({ text, short, name }: { text: string | null; short: boolean; name: string }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const isLong = short && text !== null && (text.length > LONG_PROBLEM || text.split('\n').length > 3);
  return (
    <>
      <Typography
        variant="body2"
        sx={{
          color: 'text.secondary',
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-line',
          ...(isLong &&
            !open && { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 3, overflow: 'hidden' }),
        }}
      >
        {text}
      </Typography>
      {isLong && (
        <Link
          component="button"
          type="button"
          variant="body2"
          aria-expanded={open}
          aria-label={translate(`repair.unit.problem.${open ? 'lessOf' : 'moreOf'}`, { name })}
          onClick={() => setOpen(!open)}
        >
          {translate(`repair.unit.problem.${open ? 'less' : 'more'}`)}
        </Link>
      )}
    </>
  );
}

/** Room for the sum of a unit on one line, also where the currency follows it: "12.535,50 US$". */
export const AMOUNT_WIDTH = 128;

/** The same below the unit's name, cut to three lines where there is no card until it is opened. */
export const shortProblemField: UnitField = {
  ...problemColumn,
  hideHeader: true,
  cell: (part, { onCard, name }) => <Problem text={part.problemDescription} short={!onCard} name={name} />,
};

export const attachmentsColumn: UnitField = {
  key: 'attachments',
  width: 84,
  card: 'action',
  isEmpty: (part) => part.attachments.length === 0,
  cell: (part, { name }) => <AttachmentsButton files={part.attachments} ownerName={name} />,
};

type CommentedStep = 'NEW' | 'IN_REPAIR_APPROVAL';

/** The column of the comments that go with the approvals of a step. */
export const commentColumn = (step: CommentedStep, writable = false): UnitField => ({
  key: 'approvalComment',
  hideHeader: true,
  width: 52,
  card: 'action',
  belongsTo: 'initialApproval',
  cell: (part, { name }) => <UnitComment {...{ part, name, step, writable }} />,
});

interface UnitCommentProps {
  part: RepairPart;
  name: string;
  step: CommentedStep;
  writable: boolean;
}

function UnitComment({ part, name, step, writable }: UnitCommentProps) {
  const translate = useTranslate();
  return (
    <CommentButton
      title={translate('process.comment.ofUnit', { name })}
      comment={part.approvalComments[step]}
      write={writable ? buildRepairComment('part', part.id, step) : undefined}
    />
  );
}

interface UnitCell {
  part: RepairPart;
  /** What the unit is called. */
  name: string;
  /** The field of its row, and the key of the column's name. */
  field: string;
  column: string;
}

function useCell({ part, name, field, column }: UnitCell) {
  const translate = useTranslate();
  const columnName = translate(column);
  const label = translate('repair.diagnostics.cell', { column: columnName, name });
  return { columnName, cell: { name: `rows.${buildRowKey(part.id)}.${field}`, cell: field, label } };
}

interface UnitInputProps extends UnitCell {
  /** How many lines it has at least, where it takes several. */
  lines?: number;
  /** What holds as long as nothing is typed. */
  otherwise?: string;
}

/** A text of a unit, typed in its row; where no column head is above it, the empty field names itself. */
export function UnitInput({ lines, otherwise = '', ...unit }: UnitInputProps) {
  const { cell, columnName } = useCell(unit);
  return (
    <div>
      <CellField {...cell} lines={lines} placeholder={otherwise || columnName} />
    </div>
  );
}

/** A price of a unit. */
export function UnitPrice(unit: UnitCell) {
  return <CellField {...useCell(unit).cell} align="end" inputMode="decimal" placeholder="0.00" />;
}

interface UnitSelectProps extends UnitCell {
  choices: readonly { key: string; name: string; disabled?: boolean }[] | undefined;
  /** The key of what stands there before anything is chosen. */
  empty: string;
  /** What holds as long as nothing is chosen, in words. */
  otherwise?: string;
}

/** A choice for a unit. */
export function UnitSelect({ choices = [], empty, otherwise = '', ...unit }: UnitSelectProps) {
  const translate = useTranslate();
  return <CellSelect {...useCell(unit).cell} choices={choices} emptyLabel={otherwise || translate(empty)} />;
}

/** That a unit did not arrive as it was announced, where somebody works on it or decides about it. */
export function ReceiptNote({ part }: { part: RepairPart }) {
  const { arrivals } = useProcess<Repair>().record;
  const translate = useTranslate();
  const { choices } = useMeta();
  const arrived = arrivals?.units.find(({ id }) => id === part.id);
  if (!arrived || arrived.found === 'THERE') return null;
  return (
    <Box
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'flex',
        gap: 0.5,
        alignItems: 'flex-start',
        marginTop: 0.5,
        color: theme.status.waiting.text,
        overflowWrap: 'anywhere',
      })}
    >
      <WarningIcon aria-hidden sx={{ fontSize: 16, marginTop: '2px', flex: 'none' }} />
      <span>
        {translate('repair.arrivals.onArrival', { state: getChoiceName(choices.found, arrived.found) })}
        {arrived.note && (
          <Box component="span" sx={{ display: 'block', whiteSpace: 'pre-line' }}>
            {arrived.note}
          </Box>
        )}
      </span>
    </Box>
  );
}
