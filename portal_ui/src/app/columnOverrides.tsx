import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { ColumnOverrides, Row } from '../core/lists/rows';
import { LocalizedLink } from '../core/routing/links';
import { DateTime } from '../core/ui/DateTime';
import { LazyBoundary } from '../core/ui/lazyPart';
import { lazyWithPreload } from '../core/ui/lazyWithPreload';
import { TextSkeleton } from '../core/ui/Skeletons';
import { StatusChip } from '../core/ui/StatusChip';
import type { ListedItem } from '../features/partRequests/RequestedPartsList';
import { LockStatus } from '../features/users/LockStatus';

const EnabledCell = lazyWithPreload(() => import('../features/parts/EnabledCell'));
const RequestedPartsList = lazyWithPreload(() => import('../features/partRequests/RequestedPartsList'));
const ServiceCategoriesCell = lazyWithPreload(() => import('../features/parts/ServiceCategoriesCell'));
const ChangesButton = lazyWithPreload(() => import('../features/audit/ChangesButton'));
const ServiceCell = lazyWithPreload(() => import('../features/remoteSupport/ServiceCell'));

const toText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** The place of a control to come, so that nothing shifts. */
function CellPlaceholder({
  width,
  words = '',
  children,
}: {
  width: number | string;
  words?: string;
  children: ReactNode;
}) {
  const toCome = (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', width, maxWidth: '100%', height: 38 }}>
      {words}
    </Box>
  );
  return (
    <LazyBoundary fallback={toCome} onFailure="inline">
      {children}
    </LazyBoundary>
  );
}

function UnitCount({ row }: { row: Row }) {
  const translate = useTranslate();
  return typeof row.units === 'number' ? translate('lists.units', { smart_count: row.units }) : null;
}

/** What the keyword was found in, where the row shows it nowhere else. */
function SearchMatch({ row }: { row: Row }) {
  const translate = useTranslate();
  const { matched, ...shown } = row;
  const text = toText(matched);
  return text && !Object.values(shown).includes(text) ? translate('lists.matched', { text }) : null;
}

/** What all requests have: units and what was found below the number, the client's name above the username. */
const requests: ColumnOverrides = {
  requestId: {
    width: 130,
    secondary: (row) => (
      <>
        <UnitCount row={row} />
        <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
          <SearchMatch row={row} />
        </Box>
      </>
    ),
  },
  clientUsername: {
    render: (row) => toText(row.clientName),
    secondary: (row) => (toText(row.clientName) ? toText(row.clientUsername) : null),
  },
};

/** The parts of each request, to open below the row. */
const partRequests: ColumnOverrides = {
  parts: {
    expand: (row, translate) => {
      const items: readonly ListedItem[] = Array.isArray(row.parts) ? row.parts : [];
      if (items.length === 0) return null;
      const name = String(row.requestId);
      return {
        text: translate('partRequest.list.parts', { smart_count: items.length }),
        label: translate('partRequest.list.show', { smart_count: items.length, name }),
        content: (
          <LazyBoundary fallback={<TextSkeleton lines={items.length} />}>
            <RequestedPartsList items={items} name={name} />
          </LazyBoundary>
        ),
      };
    },
  },
};

const MAX_PREVIEW_LENGTH = 30;

/** The beginning of a text: what is cut off is told by an ellipsis. */
export function truncate(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const signs = [...line];
  return signs.length > MAX_PREVIEW_LENGTH ? `${signs.slice(0, MAX_PREVIEW_LENGTH).join('').trimEnd()}…` : line;
}

/** The service, to change it, and the description's beginning. */
const remoteSupport: ColumnOverrides = {
  ...requests,
  status: { width: 186 },
  clientName: { secondary: (row) => toText(row.contactFullName) },
  serviceName: {
    width: 152,
    render: (row) => (
      <CellPlaceholder width={240} words={String(row.serviceName)}>
        <ServiceCell row={row} />
      </CellPlaceholder>
    ),
  },
  title: {
    width: 132,
    // Clients have no column of the client below whose name the person's could stand.
    secondary: (row) =>
      [toText(row.clientName) === null && toText(row.contactFullName), truncate(toText(row.description) ?? '')]
        .filter(Boolean)
        .join(' · '),
  },
  // Its day and its time of day are one; the time alone can be chosen as a column.
  preferredDate: { width: 104, render: (row) => <DateTime value={String(row.preferredDate)} /> },
};

/** Address and subject are read whole, and an error is rare. */
const mails: ColumnOverrides = {
  to: { width: 208 },
  subject: { width: 208 },
  state: { width: 92 },
  attempts: { width: 68 },
  error: { width: 112 },
};

/** What was done, on two lines at most; the object leads to its page, and what changed opens below the row. */
const audit: ColumnOverrides = {
  event: { width: 176 },
  about: { render: (row) => <ObjectLink row={row} /> },
  details: {
    width: 200,
    secondary: (row) => (
      <LazyBoundary fallback={null} onFailure="hidden">
        <ChangesButton row={row} />
      </LazyBoundary>
    ),
  },
};

function ObjectLink({ row }: { row: Row }) {
  const path = toText(row.objectPath);
  const name = toText(row.about) ?? '–';
  return path ? <LocalizedLink to={path}>{name}</LocalizedLink> : name;
}

/** Headings that are longer than the numbers below them, a status without its chip. */
const instruments: ColumnOverrides = {
  serialNumber: { width: 150 },
  visits: { width: 84 },
  // "Tracking number missing" on two lines.
  lastStatus: { width: 144 },
  daysAway: { width: 112 },
};
const imports: ColumnOverrides = { sameRows: { width: 104 }, changedRows: { width: 88 } };
const partCategories: ColumnOverrides = { position: { width: 112 } };

/** What is missing before requests can be created, as a mark. */
const MissingChip = ({ words }: { words: string }) => <StatusChip tone="waiting" label={words} />;

function NoService() {
  return <MissingChip words={useTranslate()('lists.noService')} />;
}

/** Clients without a service cannot create requests. */
const clients: ColumnOverrides = {
  name: { width: 240 },
  serviceName: { width: 200, render: (row) => (row.serviceName === null ? <NoService /> : null) },
};

/** Whether a user is locked, red or green; what they lack is below the role. */
const contacts: ColumnOverrides = {
  role: {
    width: 180,
    secondary: (row) => (toText(row.missing) ? <MissingChip words={String(row.missing)} /> : null),
  },
  locked: { width: 148, render: (row) => <LockStatus locked={row.locked === true} status={String(row.status)} /> },
};

/** A switch, a choice with its own Save. */
const parts: ColumnOverrides = {
  serviceCategories: {
    render: (row) => (
      <CellPlaceholder width="100%">
        <ServiceCategoriesCell row={row} name={String(row.number)} />
      </CellPlaceholder>
    ),
  },
  enabled: {
    width: 80,
    render: (row) => (
      <CellPlaceholder width={58}>
        <EnabledCell row={row} name={String(row.number)} />
      </CellPlaceholder>
    ),
  },
};

const overridesByList: Record<string, ColumnOverrides> = {
  audit,
  clients,
  services: {},
  imports,
  instruments,
  contacts,
  parts,
  'part-categories': partCategories,
  'part-requests': { ...requests, ...partRequests },
  mails,
  'remote-support': { ...remoteSupport, createdAt: { width: 104 } },
};

/** What a list draws beyond its columns. */
export const getColumnOverrides = (list: string): ColumnOverrides => overridesByList[list] ?? requests;
