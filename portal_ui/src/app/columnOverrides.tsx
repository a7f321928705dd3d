import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { useMeta } from '../api/meta';
import type { Choice } from '../api/types';
import type { ColumnOverrides, Row } from '../core/lists/rows';
import { LocalizedLink } from '../core/routing/links';
import { DateTime } from '../core/ui/DateTime';
import { lazyPart } from '../core/ui/lazyPart';
import { TextSkeleton } from '../core/ui/Skeletons';
import { StatusChip } from '../core/ui/StatusChip';
import type { ListedItem } from '../features/partRequests/RequestedPartsList';
import { LockStatus } from '../features/users/LockStatus';

const EnabledCell = lazyPart(() => import('../features/parts/EnabledCell'), {
  fallback: <CellPlaceholder width={58} />,
  onFailure: 'inline',
});
const RequestedPartsList = lazyPart(() => import('../features/partRequests/RequestedPartsList'), {
  fallback: ({ items }) => <TextSkeleton lines={items.length} />,
});
const ServiceCategoriesCell = lazyPart(() => import('../features/parts/ServiceCategoriesCell'), {
  fallback: <CellPlaceholder width="100%" />,
  onFailure: 'inline',
});
const ChangesButton = lazyPart(() => import('../features/audit/ChangesButton'), { onFailure: 'hidden' });
const ServiceCell = lazyPart(() => import('../features/remoteSupport/ServiceCell'), {
  fallback: ({ row }) => <CellPlaceholder width={240} words={String(row.serviceName)} />,
  onFailure: 'inline',
});

const toText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Skeleton of a control, so that nothing shifts. */
function CellPlaceholder({ width, words = '' }: { width: number | string; words?: string }) {
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', width, maxWidth: '100%', height: 38 }}>
      {words}
    </Box>
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
        content: <RequestedPartsList items={items} name={name} />,
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
    render: (row) => <ServiceCell row={row} />,
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
    secondary: (row) => Array.isArray(row.changes) && row.changes.length > 0 && <ChangesButton row={row} />,
  },
};

function ObjectLink({ row }: { row: Row }) {
  const path = toText(row.objectPath);
  const name = String(row.about);
  return path ? <LocalizedLink to={path}>{name}</LocalizedLink> : name;
}

function LastStatus({ row }: { row: Row }) {
  const { key, name } = (row.lastStatus ?? {}) as Partial<Choice>;
  const status = useMeta().statuses.REPAIR?.find((each) => each.key === key);
  // A unit that did not arrive has an outcome of its own.
  if (key === 'NOT_RECEIVED' && name) return <StatusChip tone="rejected" label={name} />;
  return status ? <StatusChip tone={status.tone} label={status.value} /> : null;
}

/** The last status as in lists of requests, or the unit's own outcome. */
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
    render: (row) => <ServiceCategoriesCell row={row} name={String(row.number)} />,
  },
  enabled: {
    width: 80,
    render: (row) => <EnabledCell row={row} name={String(row.number)} />,
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
