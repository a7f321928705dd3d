import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useListContext, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { getChoiceName, useMeta } from '../../api/meta';
import type { Choice, Column } from '../../api/types';
import { useFormat } from '../i18n/format';
import { DateTime } from '../ui/DateTime';
import { lazyPart } from '../ui/lazyPart';
import { DELAYS, StatusChip } from '../ui/StatusChip';
import { useIsNarrow } from '../ui/useIsNarrow';
import { useListScreen } from './listScreen';
import { RowOverlayLink, useListRow } from './RowLinks';
import { type ColumnOverrides, getDelay, getRequestType, getRowName, type Row } from './rows';

const Thumb = lazyPart(async () => ({ default: (await import('../files/Thumbnail')).Thumbnail }), {
  onFailure: 'hidden',
});

/** Text of a cell without a value. */
export const EMPTY_CELL = '–';

/** Keys of choices in the metadata, for columns where the keys differ. */
const choicesByColumn: Record<string, string> = {
  requestType: 'kinds',
  role: 'roles',
  preferredContactMethods: 'contactMethods',
};

const rightAligned = new Set<Column['type']>(['number', 'money', 'datetime', 'date']);

/** Return whether the cells are right-aligned, as those of numbers and times. */
export function isRightAligned(column: Column): boolean {
  return rightAligned.has(column.type);
}

/** Return the form of the times of a column. The last change is always relative. */
export const getTimeForm = ({ key }: Column, extras: ColumnOverrides) =>
  key === 'updatedAt' ? 'relative' : extras[key]?.form;

/**
 * Return the label of a column; of absolute times, with their UTC offsets. Those are in the header once: dates without
 * times have them only if no other column does.
 */
export function useHeading(column: Column): string {
  const format = useFormat();
  const translate = useTranslate();
  const { columns, extras } = useListScreen();
  const { data = [] } = useListContext<Row>();
  const { key, type } = column;
  const { heading } = extras[key] ?? {};
  const label = heading ? translate(heading) : column.label;
  const isFull = (each: Column) => each.type === 'datetime' && getTimeForm(each, extras) === undefined;
  const hasOffset = isFull(column) || (getTimeForm(column, extras) === 'date' && !columns.some(isFull));
  if (type !== 'datetime' || !hasOffset) return label;
  const times = data.flatMap((row) => (typeof row[key] === 'string' ? [row[key]] : []));
  // In a narrow column, the whole offset is on the second line.
  return translate('lists.atOffset', {
    label: label.replaceAll(' ', '\u00a0'),
    offset: format.offsets(times).replace('/', '/\u2060'),
  });
}

type CellProps = {
  column: Column;
  /** Single line: text is truncated, with the full text as tooltip. */
  inTable?: boolean;
  /** Value without its secondary text. */
  isBrief?: boolean;
};

/** Value of a cell, with the list's override of its column; skeleton while loading. */
export function Cell(props: CellProps) {
  return useListRow().isPlaceholder ? <ValueSkeleton column={props.column} /> : <FilledCell {...props} />;
}

const textTypes = new Set<Column['type']>(['text', 'longText', 'choices']);

function FilledCell({ column, inTable = false, isBrief = false }: CellProps) {
  const row = useListRow();
  const translate = useTranslate();
  const { render, secondary, hint } = useListScreen().extras[column.key] ?? {};
  const value = useValue(column);
  const display = render?.(row) ?? value;
  const added = secondary?.(row, translate);
  const isText = typeof added === 'string';
  const text = (
    <>
      {display}
      {added && isText && !isBrief && (
        <span className="added">
          {' · '}
          <SecondaryText>{added}</SecondaryText>
        </span>
      )}
    </>
  );
  const content =
    inTable && textTypes.has(column.type) && typeof display === 'string' ? (
      <RowOverlayLink>
        <span className="clip" title={[display, isText && added, hint?.(row)].filter(Boolean).join(' · ')}>
          {text}
        </span>
      </RowOverlayLink>
    ) : (
      text
    );
  if (!added || isText) return content;
  return (
    <Box component="span" sx={inTable ? inlineStyle : { display: 'flex', alignItems: 'center', gap: 1 }}>
      {content}
      {added}
    </Box>
  );
}

/** Style of text that is truncated before the button or mark after it. */
const inlineStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  '& > *': { flex: 'none' },
  '& > :first-of-type': { flex: '0 1 auto', minWidth: 0 },
} as const;

const widths: Partial<Record<Column['type'], number>> = { status: 120, datetime: 144, role: 88, number: 40, text: 116 };

/** Skeleton of a value. */
export function ValueSkeleton({ column }: { column: Column }) {
  const { extras } = useListScreen();
  return (
    <Skeleton
      height={column.type === 'status' ? 24 : 16}
      width={extras[column.key]?.isIcon ? 18 : (!getTimeForm(column, extras) && widths[column.type]) || 64}
      sx={{ maxWidth: '100%', marginInlineStart: isRightAligned(column) ? 'auto' : 0 }}
    />
  );
}

/** Return the value of a column, rendered by its type. */
function useValue(column: Column): ReactNode {
  const { key, type } = column;
  const row = useListRow();
  const { resource, extras } = useListScreen();
  const format = useFormat();
  const meta = useMeta();
  const translate = useTranslate();
  const value: unknown = row[key];
  if (type === 'boolean') return translate(value ? 'lists.yes' : 'lists.no');
  if (type === 'image') return <Picture url={value} />;
  if (value === null || value === undefined || value === '') return EMPTY_CELL;
  // Use the choices of the form field, if the list has a form.
  const field = resource.form?.fields.find((each) => each.key === key);
  const choices = field?.choices ?? meta.choices[choicesByColumn[key] ?? key];
  switch (type) {
    case 'status':
      return <Status value={String(value)} />;
    case 'role':
      return <StepCell role={String(value)} />;
    case 'longText':
      return String(value);
    case 'datetime':
      return <DateTime value={String(value)} form={getTimeForm(column, extras)} />;
    case 'date':
      return format.day(String(value));
    case 'choice':
      return formatChoices(value, choices);
    case 'choices':
      return Array.isArray(value) && value.length > 0
        ? value.map((each) => formatChoices(each, choices)).join(', ')
        : EMPTY_CELL;
    case 'money':
      return format.money(Number(value));
    case 'number':
      return format.number(Number(value));
    default:
      return String(value);
  }
}

/** Format a choice, which the server sends as a key or as an object with a name. */
function formatChoices(value: unknown, choices: readonly Choice[] | undefined): string {
  const isNamed = typeof value === 'object' && value !== null && 'name' in value;
  return isNamed ? String(value.name) : getChoiceName(choices, String(value));
}

/** Thumbnail that opens the large image, above the row's link. */
function Picture({ url }: { url: unknown }) {
  const name = getRowName(useListRow(), useListScreen().resource);
  return (
    <Box component="span" sx={{ position: 'relative', zIndex: 1, display: 'flex', width: 36, height: 36 }}>
      <Thumb imageUrl={typeof url === 'string' ? url : null} name={name} size={36} />
    </Box>
  );
}

/** Secondary text after a value. */
export function SecondaryText({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={(theme) => ({ ...theme.typography.body2, color: 'text.tertiary' })}>
      {children}
    </Box>
  );
}

function Status({ value }: { value: string }) {
  const row = useListRow();
  const delay = getDelay(row);
  // Cards name it in words, next to the next step; tables do so if it is overdue, as long statuses leave no room.
  const narrow = useIsNarrow();
  const { resource, columns } = useListScreen();
  const isNamed = narrow || (delay === 'overdue' && columns.some(({ type }) => type === 'role'));
  const { statuses } = useMeta();
  const status = statuses[getRequestType(row, resource)]?.find(({ key }) => key === value);
  // Previous status of a request that was just created.
  if (value === 'NONE') return EMPTY_CELL;
  const chip = <StatusChip tone={status?.tone ?? 'idle'} label={status?.value ?? value} />;
  return isNamed || !delay ? chip : <DelayedStatus chip={chip} delay={delay} />;
}

type Delay = keyof typeof DELAYS;

/** Return the short text of a delay. */
function useDelayText() {
  const translate = useTranslate();
  return (delay: Delay) => translate(`shared.${delay}`);
}

/** Delay in words, with the icon and in the color of its chip. */
export function DelayText({ delay }: { delay: Delay }) {
  const { tone, icon: Icon } = DELAYS[delay];
  return (
    <Box component="span" sx={(theme) => ({ ...theme.typography.body2, color: theme.status[tone].text })}>
      <Icon aria-hidden sx={{ fontSize: 14, verticalAlign: '-2px' }} /> {useDelayText()(delay)}
    </Box>
  );
}

/** Status with a delay: its text is on a second, hidden line if the column has no room for it. */
function DelayedStatus({ chip, delay }: { chip: ReactNode; delay: Delay }) {
  const { tone, icon: Icon } = DELAYS[delay];
  const text = useDelayText()(delay);
  return (
    <Box component="span" title={text} sx={(theme) => ({ ...delayStyle, color: theme.status[tone].text })}>
      <span>
        {chip}
        <Icon aria-hidden sx={{ fontSize: 16, marginInline: '6px 4px' }} />
      </span>
      <Box component="span" sx={(theme) => theme.typography.body2}>
        {text}
      </Box>
    </Box>
  );
}

const delayStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  height: 24,
  lineHeight: '24px',
  overflow: 'hidden',
  '& > span': { display: 'flex', alignItems: 'center', height: 24 },
} as const;

/** Responsible role or next step; in tables, also that it is overdue. */
function StepCell({ role }: { role: string }) {
  const { isOverdue } = useListRow();
  const narrow = useIsNarrow();
  return (
    <>
      <ResponsibleCell role={role} />
      {!narrow && isOverdue && (
        <Box component="span" sx={{ marginInlineStart: 0.5 }}>
          {' '}
          <DelayText delay="overdue" />
        </Box>
      )}
    </>
  );
}

/** Role that must act ("from service"), or the next step of the user. */
export function ResponsibleCell({ role }: { role: string }) {
  const { choices } = useMeta();
  const translate = useTranslate();
  const { actionRequiredFromCurrentUser: isUserTurn, nextStep } = useListRow();
  return (
    <Box
      component="span"
      sx={(theme) =>
        isUserTurn ? { color: theme.portal.accentText, fontWeight: 'fontWeightMedium' } : { color: 'text.secondary' }
      }
    >
      {isUserTurn && nextStep
        ? nextStep
        : translate('lists.from', { role: getChoiceName(choices.roles, role).toLocaleLowerCase() })}
    </Box>
  );
}
