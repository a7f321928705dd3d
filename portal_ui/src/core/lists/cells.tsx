import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { getChoiceName, useMeta } from '../../api/meta';
import type { Choice, Column } from '../../api/types';
import { useFormat } from '../i18n/format';
import { DateTime } from '../ui/DateTime';
import { lazyPart } from '../ui/lazyPart';
import { LateChip, OverdueChip, StatusChip } from '../ui/StatusChip';
import { useListScreen } from './listScreen';
import { RowOverlayLink, useListRow } from './RowLinks';
import { getRequestType, getRowName } from './rows';

const Thumb = lazyPart(async () => ({ default: (await import('../files/Thumbnail')).Thumbnail }), {
  onFailure: 'hidden',
});

const EMPTY_CELL = '–';

/** Where the choices of a column stand in meta, if not under its key. */
const choicesByColumn: Record<string, string> = {
  requestType: 'kinds',
  role: 'roles',
  preferredContactMethods: 'contactMethods',
};

const rightAligned = new Set<Column['type']>(['number', 'money', 'datetime', 'date']);

/** Numbers and times are read from the right. */
export function isRightAligned(column: Column): boolean {
  return rightAligned.has(column.type);
}

/** Times of which one asks how long ago they were. */
const relativeTimes = new Set(['updatedAt']);

/** Whether a column holds days and times of New York. */
export function isClockTime({ type, key }: Column): boolean {
  return type === 'datetime' && !relativeTimes.has(key);
}

type CellProps = {
  column: Column;
  /** On one line: words are cut off where they do not fit, and whole on hover. */
  inTable?: boolean;
};

/** Value of a cell, with the list's override of its column; a skeleton while the row loads. */
export function Cell(props: CellProps) {
  return useListRow().isPlaceholder ? <ValueSkeleton column={props.column} /> : <FilledCell {...props} />;
}

const words = new Set<Column['type']>(['text', 'longText', 'choices']);

function FilledCell({ column, inTable = false }: CellProps) {
  const row = useListRow();
  const { render, secondary, hint } = useListScreen().extras[column.key] ?? {};
  const value = useValue(column, inTable);
  const shown = render?.(row) ?? value;
  const added = secondary?.(row);
  const isText = typeof added === 'string';
  const text = (
    <>
      {shown}
      {added && isText && <SecondaryText>{` · ${added}`}</SecondaryText>}
    </>
  );
  const content =
    inTable && words.has(column.type) && typeof shown === 'string' ? (
      <RowOverlayLink>
        <span className="clip" title={[shown, isText && added, hint?.(row)].filter(Boolean).join(' · ')}>
          {text}
        </span>
      </RowOverlayLink>
    ) : (
      text
    );
  if (!added || isText) return content;
  return (
    <Box component="span" sx={inTable ? besideWords : { display: 'flex', alignItems: 'center', gap: 1 }}>
      {content}
      {added}
    </Box>
  );
}

/** Words give way to the button or mark after them, which is never cut. */
const besideWords = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  '& > *': { flex: 'none' },
  '& > :first-of-type': { flex: '0 1 auto', minWidth: 0 },
} as const;

const widths: Partial<Record<Column['type'], number>> = { status: 120, datetime: 144, role: 88, number: 40, text: 116 };

/** Skeleton of a value. */
export function ValueSkeleton({ column }: { column: Column }) {
  return (
    <Skeleton
      height={column.type === 'status' ? 24 : 16}
      width={(!relativeTimes.has(column.key) && widths[column.type]) || 80}
      sx={{ maxWidth: '100%', marginInlineStart: isRightAligned(column) ? 'auto' : 0 }}
    />
  );
}

/** A value, drawn by the type that its column declares. */
function useValue({ key, type }: Column, inTable: boolean): ReactNode {
  const row = useListRow();
  const { resource } = useListScreen();
  const format = useFormat();
  const meta = useMeta();
  const translate = useTranslate();
  const value: unknown = row[key];
  if (type === 'boolean') return translate(value ? 'lists.yes' : 'lists.no');
  if (type === 'image') return <Picture url={value} />;
  if (value === null || value === undefined || value === '') return EMPTY_CELL;
  // What can be chosen in the form is what stands in the list.
  const field = resource.form?.fields.find((each) => each.key === key);
  const choices = field?.choices ?? meta.choices[choicesByColumn[key] ?? key];
  switch (type) {
    case 'status':
      return <Status value={String(value)} isCompact={inTable} />;
    case 'role':
      return <ResponsibleCell role={String(value)} />;
    case 'longText':
      return String(value);
    case 'datetime':
      return <DateTime value={String(value)} isRelative={relativeTimes.has(key)} />;
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

/** A choice comes as its key, or as the server named it already. */
function formatChoices(value: unknown, choices: readonly Choice[] | undefined): string {
  const named = typeof value === 'object' && value !== null && 'name' in value;
  return named ? String(value.name) : getChoiceName(choices, String(value));
}

/** Opens large; above the row's own link. */
function Picture({ url }: { url: unknown }) {
  const name = getRowName(useListRow(), useListScreen().resource);
  return (
    <Box component="span" sx={{ position: 'relative', zIndex: 1, display: 'inline-flex', width: 36, height: 36 }}>
      <Thumb imageUrl={typeof url === 'string' ? url : null} name={name} size={36} />
    </Box>
  );
}

/** Quiet words after a value. */
export function SecondaryText({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={(theme) => ({ ...theme.typography.body2, color: 'text.tertiary' })}>
      {children}
    </Box>
  );
}

function Status({ value, isCompact }: { value: string; isCompact: boolean }) {
  const row = useListRow();
  const { resource } = useListScreen();
  const { statuses } = useMeta();
  const status = statuses[getRequestType(row, resource)]?.find(({ key }) => key === value);
  // Before it was created a request had none.
  if (value === 'NONE') return EMPTY_CELL;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 0.5 }}>
      <StatusChip tone={status?.tone ?? 'idle'} label={status?.value ?? value} />
      {row.isOverdue && <OverdueChip isCompact={isCompact} />}
      {row.isLate && !row.isOverdue && <LateChip isCompact={isCompact} />}
    </Box>
  );
}

/** Whom a request waits for: "from you", "from service". */
function ResponsibleCell({ role }: { role: string }) {
  const { choices } = useMeta();
  const translate = useTranslate();
  const isYours = useListRow().actionRequiredFromCurrentUser;
  return (
    <Box
      component="span"
      sx={(theme) =>
        isYours ? { color: theme.portal.accentText, fontWeight: 'fontWeightBold' } : { color: 'text.secondary' }
      }
    >
      {isYours
        ? translate('lists.fromYou')
        : translate('lists.from', { role: getChoiceName(choices.roles, role).toLocaleLowerCase() })}
    </Box>
  );
}
