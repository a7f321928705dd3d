import type { SvgIconComponent } from '@mui/icons-material';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type TranslateFunction, useTranslate } from 'ra-core';
import { getChoiceName, useMeta } from '../api/meta';
import type { Choice, Tone } from '../api/types';
import { getIcon } from '../core/layout/icons';
import { SecondaryText } from '../core/lists/cells';
import type { ColumnOverrides, Row } from '../core/lists/rows';
import { LocalizedLink } from '../core/routing/links';
import { lazyPart } from '../core/ui/lazyPart';
import { TextSkeleton } from '../core/ui/Skeletons';
import { StatusChip } from '../core/ui/StatusChip';
import { useIsNarrow } from '../core/ui/useIsNarrow';
import type { ListedItem } from '../features/partRequests/RequestedPartsList';
import { LockStatus } from '../features/users/LockStatus';

const EnabledCell = lazyPart(() => import('../features/parts/EnabledCell'), {
  fallback: <Skeleton variant="rounded" width={36} height={20} sx={{ borderRadius: '10px', marginInline: '11px' }} />,
  onFailure: 'inline',
});
const RequestedPartsList = lazyPart(() => import('../features/partRequests/RequestedPartsList'), {
  fallback: ({ items }) => <TextSkeleton lines={items.length} />,
});
const ServiceCategoriesCell = lazyPart(() => import('../features/parts/ServiceCategoriesCell'), {
  fallback: <CellPlaceholder />,
  onFailure: 'inline',
});
const ChangesButton = lazyPart(() => import('../features/audit/ChangesButton'), { onFailure: 'hidden' });
const ServiceCell = lazyPart(() => import('../features/remoteSupport/ServiceCell'), {
  fallback: ({ row }) => <CellPlaceholder text={String(row.serviceName)} />,
  onFailure: 'inline',
});

const toText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Placeholder with the size of a control, to avoid a layout shift. */
function CellPlaceholder({ text = '' }: { text?: string }) {
  return (
    <Box
      component="span"
      // Like a control, it does not widen its column.
      sx={{
        display: 'block',
        width: '100%',
        lineHeight: '38px',
        height: 38,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        contain: 'inline-size',
      }}
    >
      {text}
    </Box>
  );
}

const countUnits = ({ units }: Row, translate: TranslateFunction) =>
  typeof units === 'number' ? translate('lists.units', { smart_count: units }) : null;

/** Return the text that matched the search, if no column contains it. */
function findMatch({ matched, ...visible }: Row, translate: TranslateFunction) {
  const text = toText(matched);
  return text && !Object.values(visible).includes(text) ? translate('lists.matched', { text }) : null;
}

/** Columns of all requests: number with search match, client with units. */
const requests: ColumnOverrides = {
  requestId: {
    secondary: (row, translate) => {
      // Users of a client have no client column, which shows the units for other roles.
      const units = toText(row.clientName) === null && countUnits(row, translate);
      const match = findMatch(row, translate);
      if (!units && !match) return null;
      return (
        <>
          {units && (
            <Box component="span" sx={{ marginInlineStart: { md: 1 } }}>
              {units}
            </Box>
          )}
          {match && (
            <Box component="span" sx={matchStyle}>
              {match}
            </Box>
          )}
        </>
      );
    },
  },
  clientUsername: {
    render: (row) => toText(row.clientName),
    secondary: countUnits,
    hint: (row) => (toText(row.clientName) ? toText(row.clientUsername) : null),
  },
  requestType: { isIcon: true, card: 'before', render: (row) => <KindIcon kind={String(row.requestType)} /> },
};

/** Icon of a request type, named by the tooltip and for screen readers. */
function KindIcon({ kind }: { kind: string }) {
  const { choices, resources } = useMeta();
  const Icon = getIcon(resources.find(({ record }) => Object.keys(record).join() === kind)?.icon ?? '');
  const name = getChoiceName(choices.kinds, kind);
  return (
    <Box component="span" title={name} sx={{ display: 'flex' }}>
      <Icon aria-hidden sx={{ fontSize: 18, color: 'text.secondary' }} />
      <Box component="span" sx={visuallyHidden}>
        {name}
      </Box>
    </Box>
  );
}

const matchStyle = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  overflowWrap: 'anywhere',
} as const;

/** Parts of a request in an expandable panel below its row. */
const partRequests: ColumnOverrides = {
  // With the time, the columns do not fit at 1280 px.
  createdAt: { form: 'date' },
  parts: {
    expand: (row, translate) => {
      const items: readonly ListedItem[] = Array.isArray(row.parts) ? row.parts : [];
      if (items.length === 0) return null;
      const name = String(row.requestId);
      return {
        count: items.length,
        text: translate('partRequest.list.parts', { smart_count: items.length }),
        label: translate('partRequest.list.show', { smart_count: items.length, name }),
        content: <RequestedPartsList items={items} name={name} />,
      };
    },
  },
};

const MAX_PREVIEW_LENGTH = 30;

/** Truncate a text to one line of 30 characters with an ellipsis. */
export function truncate(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > MAX_PREVIEW_LENGTH
    ? `${characters.slice(0, MAX_PREVIEW_LENGTH).join('').trimEnd()}…`
    : line;
}

/** Select of the service, and preview of the description. */
const remoteSupport: ColumnOverrides = {
  ...requests,
  // Most names of clients and services whole.
  clientName: { width: 184, secondary: (row) => toText(row.contactFullName) },
  serviceName: {
    width: 176,
    card: 'control',
    render: (row) => <ServiceCell row={row} />,
  },
  title: {
    // Users of a client have no client column, which shows the contact for other roles.
    secondary: (row) =>
      [toText(row.clientName) === null && toText(row.contactFullName), truncate(toText(row.description) ?? '')]
        .filter(Boolean)
        .join(' · '),
  },
  // Date and time in one; the time is also available as a separate column.
  preferredDate: { heading: 'lists.preferred', card: 'appointment', cardLabel: 'lists.session' },
  // The time that matters is the preferred one.
  createdAt: { form: 'date' },
};

/** Object as a link to its page, and button to show the changes. */
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
  const translate = useTranslate();
  const status = useMeta().statuses.REPAIR?.find((each) => each.key === key);
  // A unit that did not arrive has an outcome that is no request status.
  if (key === 'NOT_RECEIVED' && name) return <StatusChip tone="rejected" label={name} />;
  if (!status) return null;
  // An instrument is not new, its repair is.
  return <StatusChip tone={status.tone} label={key === 'NEW' ? translate('lists.newRepair') : status.value} />;
}

/** Last status as in lists of requests, or the outcome of the unit. */
const instruments: ColumnOverrides = {
  lastStatus: { card: 'chip', render: (row) => <LastStatus row={row} /> },
  lastSentIn: { form: 'relative' },
};

/** Chip for missing data without which no requests can be created. */
const MissingChip = ({ label }: { label: string }) => <StatusChip tone="waiting" label={label} />;

function NoService() {
  return <MissingChip label={useTranslate()('lists.noService')} />;
}

/** Name of a country, as quiet as a time on a card. */
function CountryName({ code }: { code: string }) {
  const name = getChoiceName(useMeta().choices.countries, code);
  return useIsNarrow() ? <SecondaryText>{name}</SecondaryText> : name;
}

/** Service, or a chip if missing, as such clients cannot create requests. */
const clients: ColumnOverrides = {
  countryCode: {
    card: 'chip',
    render: (row) => toText(row.countryCode) && <CountryName code={String(row.countryCode)} />,
  },
  // With its label, as a service has a name like a client.
  serviceName: { card: 'figure', render: (row) => (row.serviceName === null ? <NoService /> : null) },
};

/** Contact person, with the username on hover. */
const services: ColumnOverrides = {
  // The amount has its currency.
  price: { cardLabel: 'lists.pricePerHour' },
  contactFullName: { isLabelled: true, hint: (row) => toText(row.serviceContactUsername) },
};

/** Role with missing data of the user, and the lock status. */
const contacts: ColumnOverrides = {
  // The internal ID does not identify a user.
  id: { card: 'none' },
  role: {
    secondary: (row) => (toText(row.missing) ? <MissingChip label={String(row.missing)} /> : null),
  },
  locked: {
    card: 'chip',
    render: (row) => <LockStatus locked={row.locked === true} status={String(row.status)} />,
  },
};

/** Switch to enable a part, and service categories with a separate save button. */
const parts: ColumnOverrides = {
  description: { card: 'none' },
  serviceCategories: {
    width: 144,
    card: 'control',
    cardLabel: 'lists.services',
    render: (row) => <ServiceCategoriesCell row={row} name={String(row.number)} />,
  },
  enabled: {
    card: 'chip',
    isLabelled: true,
    render: (row) => <EnabledCell row={row} name={String(row.number)} />,
  },
};

const mailTones: Record<string, Tone> = {
  WAITING: 'waiting',
  SENDING: 'moving',
  SENT: 'done',
  SAVED: 'idle',
  FAILED: 'rejected',
};

/** Icons of the states that are no work of a service and no transport. */
const mailIcons: Record<string, SvgIconComponent> = { SAVED: FileIcon, SENDING: SendIcon };

/** State as a chip; the number of attempts does not matter on a card. */
const mails: ColumnOverrides = {
  attempts: { card: 'none' },
  to: { isOneLine: true },
  state: {
    card: 'chip',
    render: (row) => {
      const { key, name } = row.state as Choice;
      return <StatusChip tone={mailTones[key] ?? 'idle'} icon={mailIcons[key]} label={name} />;
    },
  },
};

const decisionTones: Record<string, Tone> = { WAITING_APPROVAL: 'waiting', APPROVAL: 'done', REJECTED: 'rejected' };

/** Decision as a chip. */
const accountRequests: ColumnOverrides = {
  // On a card, company and name leave no room for it in their line.
  email: { card: 'figure' },
  state: {
    card: 'chip',
    render: (row) => {
      const { key, name } = row.state as Choice;
      return <StatusChip tone={decisionTones[key] ?? 'idle'} label={name} />;
    },
  },
};

function DisabledChip() {
  return <StatusChip tone="idle" icon={BlockIcon} label={useTranslate()('lists.disabled')} />;
}

/** Chip of a check that is not used; the others need none. */
const checkPoints: ColumnOverrides = {
  enabled: {
    card: 'chip',
    isUsual: (row) => row.enabled === true,
    render: (row) => (row.enabled === false ? <DisabledChip /> : null),
  },
};

const overridesByList: Record<string, ColumnOverrides> = {
  'account-requests': accountRequests,
  audit,
  'check-points': checkPoints,
  clients,
  services,
  contacts,
  instruments,
  mails,
  parts,
  'part-requests': { ...requests, ...partRequests },
  // The amount has its currency.
  'predefined-services': { value: { cardLabel: 'lists.price' } },
  'remote-support': remoteSupport,
};

/** Return the column overrides of a list. */
export const getColumnOverrides = (list: string): ColumnOverrides => overridesByList[list] ?? requests;
