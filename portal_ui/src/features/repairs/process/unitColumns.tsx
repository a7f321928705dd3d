import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { Thumbnail } from '../../../core/files/Thumbnail';
import { useFormat } from '../../../core/i18n/format';
import { useProcess } from '../../../core/process/processContext';
import { RejectedAlert } from '../../../core/process/StepPane';
import { CellField, CellSelect } from '../../../core/tables/CellField';
import { Dash } from '../../../core/tables/CellText';
import type { Column, Field } from '../../../core/tables/tableTypes';
import { UNIT_CELL } from '../../../core/tables/useCellKeys';
import { getSavedTotal } from './diagnosticRows';
import { FindingChip, Total } from './Findings';
import { isRejected } from './repairRows';
import { buildRowKey } from './unitRows';
import { useUnitLines, useUnitName } from './useUnitName';

/** Alert with the units that were rejected in a step, and their reasons. */
export function RejectedUnits({ title, step }: { title: string; step: CommentedStep }) {
  const { record } = useProcess<Repair>();
  const formatUnitName = useUnitName();
  const isDecisionRejected = step === 'NEW' ? (part: RepairPart) => part.initialApproval === 'REJECTED' : isRejected;
  const rejected = record.repairParts
    .filter(isDecisionRejected)
    .map((part) => ({ id: part.id, name: formatUnitName(part), reason: part.approvalComments[step]?.text }));
  return <RejectedAlert title={title} rejected={rejected} />;
}

export type UnitField = Field<RepairPart>;
export type UnitColumn = Column<RepairPart>;

interface UnitColumnOptions {
  /** Order of the names: serial number above model. */
  isSerialFirst?: boolean;
  /** Content at the end of a card title, as a card has no columns. */
  renderExtra?: (part: RepairPart) => ReactNode;
}

/** Build the column of image, model and serial number, which opens the details. */
export const buildUnitColumn = ({ isSerialFirst = false, renderExtra }: UnitColumnOptions = {}): UnitField => ({
  key: 'unit',
  minWidth: UNIT_WIDTH,
  card: 'title',
  cell: (part, { name, onCard }) => {
    const extra = onCard && renderExtra?.(part);
    return (
      <Box sx={{ display: 'flex', gap: `${UNIT_GAP}px`, alignItems: 'center', minWidth: 0 }}>
        <Thumbnail plain imageUrl={part.imageUrl} name={part.partName} size={onCard ? CARD_IMAGE : 32} />
        <UnitNames {...{ part, name, isSerialFirst, onCard }} hasArrow={onCard && !extra} />
        {extra && <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'end', flex: 'none' }}>{extra}</Box>}
      </Box>
    );
  },
});

/** Image on a card and the space after it, in pixels. */
const CARD_IMAGE = 44;
const UNIT_GAP = 12;
/** Indent of content below the name of a unit on a card, in pixels. */
export const CARD_INDENT = CARD_IMAGE + UNIT_GAP;

interface UnitNamesProps {
  part: RepairPart;
  name: string;
  isSerialFirst: boolean;
  /** True on a card, where the name of the model wraps. */
  onCard: boolean;
  /** True to show that the card opens. */
  hasArrow: boolean;
}

/** Button with model and serial number. */
function UnitNames({ part, name, isSerialFirst, onCard, hasArrow }: UnitNamesProps) {
  const lines = useUnitLines()(part, isSerialFirst);
  return (
    <ButtonBase data-cell={UNIT_CELL} aria-label={name} sx={nameStyle}>
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        {lines.map((text, line) => (
          <Typography
            key={line === 0 ? 'first' : 'second'}
            noWrap={!onCard || text !== part.partName}
            component="span"
            variant={line === 0 ? 'subtitle1' : 'body2'}
            title={text}
            sx={{
              display: 'block',
              overflowWrap: 'anywhere',
              ...(line === 0 ? { fontWeight: 'fontWeightBold' } : { color: 'text.tertiary' }),
            }}
          >
            {text}
          </Typography>
        ))}
      </Box>
      {hasArrow && <ChevronRightIcon aria-hidden fontSize="small" sx={{ flex: 'none', color: 'text.tertiary' }} />}
    </ButtonBase>
  );
}

/**
 * Minimum width for image and serial number, in pixels.
 * The scroll margin below keeps a focused row clear of sticky elements.
 */
const UNIT_WIDTH = 160;
const nameStyle = {
  flex: 1,
  minWidth: 0,
  minHeight: { xs: 44, sm: 40 },
  textAlign: 'start',
  borderRadius: 1,
  scrollMarginBlock: '96px',
} as const;

/** Text clamped to two lines; the details show it in full. */
export function ClampedText({ children, empty }: { children: string | null | undefined; empty?: string }) {
  if (!children && !empty) return <Dash />;
  return (
    <Typography
      variant="body2"
      component="div"
      title={children ?? undefined}
      data-empty={children ? undefined : true}
      sx={{ ...clampStyle, color: children ? 'text.primary' : 'text.tertiary' }}
    >
      {children || empty}
    </Typography>
  );
}

const clampStyle = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  '@media print': { display: 'block' },
} as const;

export const problemColumn: UnitField = {
  key: 'problemDescription',
  card: 'wide',
  isEmpty: (part) => !part.problemDescription,
  cell: (part) => <ClampedText>{part.problemDescription}</ClampedText>,
};

/** Width of a digit in tabular figures, and padding of an amount cell, in pixels. */
const DIGIT_WIDTH = 8;
const AMOUNT_PADDING = 14;
/** Typical amount: reserves width for amounts that are entered later. */
const SAMPLE_AMOUNT = 1560;

/** Return the column width of the longest amount in the language ("USD 1,560.00"). */
export function useAmountWidth(parts: readonly RepairPart[]): number {
  const { money } = useFormat();
  const lengths = [SAMPLE_AMOUNT, ...parts.map((part) => getSavedTotal(part) ?? 0)].map(
    (amount) => money(amount).length,
  );
  return Math.max(...lengths) * DIGIT_WIDTH + AMOUNT_PADDING;
}

/** Column of the diagnosis. A card shows diagnosis and cost next to the unit name. */
export const findingColumn: UnitField = {
  key: 'result',
  width: 132,
  card: 'elsewhere',
  isEmpty: ({ diagnosticInfo, isMissing }) => !(diagnosticInfo?.status || isMissing),
  cell: (part) => <FindingChip part={part} />,
};

export const buildTotalColumn = (width: number): UnitField => ({
  key: 'total',
  label: 'repair.unit.cost',
  width,
  align: 'end',
  card: 'elsewhere',
  isEmpty: (part) => getSavedTotal(part) === null,
  cell: (part) => <Total part={part} />,
});

/** Build the columns of unit, diagnosis and, if visible, cost. */
export const buildFindingColumns = (hasTotal: boolean, amountWidth: number): UnitField[] => [
  buildUnitColumn({
    renderExtra: (part) => (
      <>
        {hasTotal && <Total part={part} />}
        <FindingChip part={part} />
      </>
    ),
  }),
  findingColumn,
  ...(hasTotal ? [buildTotalColumn(amountWidth)] : []),
];

type CommentedStep = 'NEW' | 'IN_REPAIR_APPROVAL';

interface UnitCell {
  part: RepairPart;
  /** Name of the unit. */
  name: string;
  /** Field of the row; `column` is the translation key of its name. */
  field: string;
  column: string;
}

function useCell({ part, name, field, column }: UnitCell) {
  const translate = useTranslate();
  const label = translate('repair.diagnostics.cell', { column: translate(column), name });
  return { name: `rows.${buildRowKey(part.id)}.${field}`, cell: field, label };
}

interface UnitInputProps extends UnitCell {
  required?: boolean;
  /** Minimum number of lines of a multi-line field. */
  lines?: number;
  /** Value that applies while the field is empty. */
  otherwise?: string;
}

/** Text field of a unit, with its default as placeholder. */
export function UnitInput({ lines, required = false, otherwise = '', ...unit }: UnitInputProps) {
  return (
    <div>
      <CellField {...useCell(unit)} {...{ lines, required }} placeholder={otherwise} />
    </div>
  );
}

/** Price field of a unit. */
export function UnitPrice(unit: UnitCell) {
  return <CellField {...useCell(unit)} align="end" inputMode="decimal" placeholder="0.00" />;
}

interface UnitSelectProps extends UnitCell {
  choices: readonly { key: string; name: string; disabled?: boolean }[] | undefined;
  /** Translation key of the empty option. */
  empty: string;
  /** Accessible name, if a heading already names the unit. */
  label?: string;
  /** Name of the choice that applies while none is selected. */
  otherwise?: string;
}

/** Select for a unit. */
export function UnitSelect({ choices = [], empty, otherwise = '', label, ...unit }: UnitSelectProps) {
  const translate = useTranslate();
  return (
    <CellSelect
      {...useCell(unit)}
      {...(label && { label })}
      choices={choices}
      emptyLabel={otherwise || translate(empty)}
    />
  );
}

/** Warning that a unit was missing or damaged on arrival. */
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
