import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useMeta } from '../api/meta';
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

/** Skeleton of a control, so that nothing shifts. */
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

/** What all requests have: units and what was found beside the number, the client's name with the username on hover. */
const requests: ColumnOverrides = {
  requestId: {
    secondary: (row) => (
      <>
        <Box component="span" sx={{ marginInlineStart: { sm: 1 } }}>
          <UnitCount row={row} />
        </Box>
        <Box component="span" sx={matchStyle}>
          <SearchMatch row={row} />
        </Box>
      </>
    ),
  },
  clientUsername: {
    render: (row) => toText(row.clientName),
    hint: (row) => (toText(row.clientName) ? toText(row.clientUsername) : null),
  },
  // What to do is read whole before who asked for it.
  nextStep: { width: 200 },
};

const matchStyle = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  overflowWrap: 'anywhere',
} as const;

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

/** Truncate a text with an ellipsis. */
export function truncate(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const signs = [...line];
  return signs.length > MAX_PREVIEW_LENGTH ? `${signs.slice(0, MAX_PREVIEW_LENGTH).join('').trimEnd()}…` : line;
}

/** The service, to change it, and the description's beginning. */
const remoteSupport: ColumnOverrides = {
  ...requests,
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
    // Clients have no column of the client below whose name the person's could stand.
    secondary: (row) =>
      [toText(row.clientName) === null && toText(row.contactFullName), truncate(toText(row.description) ?? '')]
        .filter(Boolean)
        .join(' · '),
  },
  // Its day and its time of day are one; the time alone can be chosen as a column.
  preferredDate: { render: (row) => <DateTime value={String(row.preferredDate)} /> },
};

/** What was done; the object leads to its page, and what changed opens from the row. */
const audit: ColumnOverrides = {
  about: { render: (row) => (toText(row.about) === null ? null : <ObjectLink row={row} />) },
  details: {
    secondary: (row) =>
      Array.isArray(row.changes) &&
      row.changes.length > 0 && (
        <LazyBoundary fallback={null} onFailure="hidden">
          <ChangesButton row={row} />
        </LazyBoundary>
      ),
  },
};

function ObjectLink({ row }: { row: Row }) {
  const path = toText(row.objectPath);
  const name = String(row.about);
  return path ? <LocalizedLink to={path}>{name}</LocalizedLink> : name;
}

function LastStatus({ row }: { row: Row }) {
  const key = typeof row.lastStatus === 'object' && row.lastStatus && 'key' in row.lastStatus && row.lastStatus.key;
  const status = useMeta().statuses.REPAIR?.find((each) => each.key === key);
  return status ? <StatusChip tone={status.tone} label={status.value} /> : null;
}

/** The last status as in lists of requests. */
const instruments: ColumnOverrides = { lastStatus: { render: (row) => <LastStatus row={row} /> } };

/** What is missing before requests can be created, as a mark. */
const MissingChip = ({ words }: { words: string }) => <StatusChip tone="waiting" label={words} />;

function NoService() {
  return <MissingChip words={useTranslate()('lists.noService')} />;
}

/** Clients without a service cannot create requests. */
const clients: ColumnOverrides = {
  serviceName: { render: (row) => (row.serviceName === null ? <NoService /> : null) },
};

/** Only locked users have a mark: nothing is to be done about the others. What a user lacks is beside the role. */
const contacts: ColumnOverrides = {
  role: {
    secondary: (row) => (toText(row.missing) ? <MissingChip words={String(row.missing)} /> : null),
  },
  locked: { render: (row) => (row.locked === true ? <LockStatus locked status={String(row.status)} /> : '') },
};

/** A switch, a choice with its own Save. */
const parts: ColumnOverrides = {
  serviceCategories: {
    width: 180,
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
  contacts,
  instruments,
  parts,
  'part-requests': { ...requests, ...partRequests },
  'remote-support': remoteSupport,
};

/** What a list draws beyond its columns. */
export const getColumnOverrides = (list: string): ColumnOverrides => overridesByList[list] ?? requests;
