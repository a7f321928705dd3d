import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense } from 'react';
import { choiceName, useMeta } from '../../server/meta';
import type { Choice, Column, ResourceMeta } from '../../server/types';
import { DateTime } from '../../shared/DateTime';
import { useFormat } from '../../shared/format';
import { StatusChip } from '../../shared/StatusChip';
import { kindOf, type Row, type RowExtras, rowName } from './rows';

type Props = { row: Row; column: Column; resource: ResourceMeta };

const Thumb = lazy(async () => ({ default: (await import('../files/Thumb')).Thumb }));

const nothing = '–';

/** Where the choices of a column stand in meta, if not under its key. */
const choicesOf: Record<string, string> = {
  requestType: 'kinds',
  role: 'roles',
  preferredContactMethods: 'contactMethods',
};

const rightAligned = new Set<Column['type']>(['number', 'money', 'datetime', 'date']);

/** Numbers and times are read from the right. */
export function isRightAligned(column: Column): boolean {
  return rightAligned.has(column.type);
}

/** One value of a row, drawn by the type that its column declares. */
export function Cell({ row, column, resource }: Props): ReactNode {
  const format = useFormat();
  const meta = useMeta();
  const translate = useTranslate();
  const value: unknown = row[column.key];
  // What can be chosen in the form is what stands in the list.
  const field = resource.form?.fields.find(({ key }) => key === column.key);
  const choices = field?.choices ?? meta.choices[choicesOf[column.key] ?? column.key];
  switch (column.type) {
    case 'status':
      return <StatusCell row={row} value={String(value)} kind={kindOf(row, resource)} />;
    case 'role':
      return <WaitsFor row={row} role={value === null || value === undefined ? null : String(value)} />;
    case 'longText':
      return value ? <LongText text={String(value)} /> : nothing;
    case 'datetime':
      return value ? <DateTime value={String(value)} /> : nothing;
    case 'choice':
      return value ? nameOf(value, choices) : nothing;
    case 'choices':
      return namesOf(value, choices) || nothing;
    case 'image':
      return <Picture row={row} column={column} resource={resource} />;
    case 'money':
      return typeof value === 'number' ? format.money(value) : nothing;
    case 'number':
      return typeof value === 'number' ? format.number(value) : nothing;
    case 'date':
      return value ? format.day(String(value)) : nothing;
    case 'boolean':
      return translate(value ? 'lists.yes' : 'lists.no');
    default:
      return value === null || value === undefined || value === '' ? nothing : String(value);
  }
}

/** A choice comes as its key, or as the server named it already. */
function nameOf(value: unknown, choices: readonly Choice[] | undefined): string {
  const named = typeof value === 'object' && value !== null && 'name' in value;
  return named ? String(value.name) : choiceName(choices, String(value));
}

/** Sentences: their first lines, whole to whoever points at them. */
function LongText({ text }: { text: string }) {
  return (
    <span className="sentences" title={text}>
      {text}
    </span>
  );
}

/** Opens large; above the row's own link. */
function Picture({ row, column, resource }: Props) {
  const url = row[column.key];
  return (
    <Box component="span" sx={{ position: 'relative', zIndex: 1, display: 'inline-flex', width: 40, height: 40 }}>
      <Suspense fallback={null}>
        <Thumb imageUrl={typeof url === 'string' ? url : null} name={rowName(row, resource)} />
      </Suspense>
    </Box>
  );
}

function namesOf(keys: unknown, choices: readonly Choice[] | undefined): string {
  return Array.isArray(keys) ? keys.map((key) => choiceName(choices, String(key))).join(', ') : '';
}

/** A value with what the list adds to its column: below it, or after it where there is one line. */
export function RichCell({ extras, inline = false, ...cell }: Props & { extras: RowExtras; inline?: boolean }) {
  const extra = extras[cell.column.key];
  const below = extra?.secondary?.(cell.row);
  return (
    <>
      {extra?.render?.(cell.row) ?? <Cell {...cell} />}
      {below && <Quiet inline={inline}>{below}</Quiet>}
    </>
  );
}

/** Quiet words below a value, or after it. */
export function Quiet({ inline = false, children }: { inline?: boolean; children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        ...theme.typography.body2,
        display: inline ? 'inline' : 'block',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        color: 'text.tertiary',
      })}
    >
      {inline && ' · '}
      {children}
    </Box>
  );
}

function StatusCell({ row, value, kind }: { row: Row; value: string; kind: string }) {
  const { statuses } = useMeta();
  const translate = useTranslate();
  const status = statuses[kind]?.find(({ key }) => key === value);
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5, maxWidth: '100%' }}>
      <StatusChip tone={status?.tone ?? 'idle'} label={status?.value ?? value} />
      {row.isOverdue && <StatusChip tone="rejected" label={translate('lists.overdue')} />}
    </Box>
  );
}

/** Whom a request waits for: "from you", "from service". */
export function WaitsFor({ row, role }: { row: Row; role: string | null }) {
  const { choices } = useMeta();
  const translate = useTranslate();
  if (role === null) return nothing;
  if (row.actionRequiredFromCurrentUser) {
    return (
      <Box component="span" sx={(theme) => ({ color: theme.portal.accentText, fontWeight: 'fontWeightBold' })}>
        {translate('lists.fromYou')}
      </Box>
    );
  }
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {translate('lists.from', { role: choiceName(choices.roles, role).toLocaleLowerCase() })}
    </Box>
  );
}
