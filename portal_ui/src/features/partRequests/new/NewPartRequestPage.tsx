import LockIcon from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useGetOne, useTranslate } from 'ra-core';
import { useSearchParams } from 'react-router';
import { useOwnProfile } from '../../../api/ownProfile';
import type { PartRequest } from '../../../api/partRequests';
import { PendingPage, SourceRequestPage } from '../../../core/creation/SourceRequestPage';
import type { SourceRequest } from '../../../core/creation/sourceRequest';
import { createMessagesProvider } from '../../../core/i18n/createMessagesProvider';
import { useLanguage } from '../../../core/i18n/useLanguage';
import { getAction } from '../../../core/process/tabs';
import { RouterLink, useLocalizedPath } from '../../../core/routing/links';
import { parseRecordId } from '../../../core/routing/parseRecordId';
import { EmptyState } from '../../../core/ui/EmptyState';
import { PageHeader } from '../../../core/ui/PageHeader';
import { EMPTY_ADDRESS, toPartyForm } from '../../shipping/shippingValues';
import { MAX_PICTURE_BYTES } from './items';
import { PartRequestForm } from './PartRequestForm';
import { PART_REQUEST_DRAFT } from './usePartRequest';

const Messages = createMessagesProvider(import.meta.glob('../../../../../locale/*/newPartRequest.json'));

/**
 * Page to request parts. `?to=<id>` adds parts to a request that awaits approval; `?from=<id>` is the remote support
 * request that it follows up.
 */
export default function NewPartRequestPage() {
  return (
    <Messages>
      <TargetPage />
    </Messages>
  );
}

function TargetPage() {
  const [search] = useSearchParams();
  const to = parseRecordId(search.get('to'));
  const from = parseRecordId(search.get('from'));
  if (to !== null) return <AddingPage key={to} id={to} />;
  if (from === null) return <NewPage origin={null} />;
  return (
    <SourceRequestPage key={from} id={from} prefillOptions={prefillOptions}>
      {(origin) => <NewPage origin={origin} />}
    </SourceRequestPage>
  );
}

const prefillOptions = {
  use: 'PARTS',
  draft: PART_REQUEST_DRAFT,
  // Only a proposed part has uploaded images; a catalog part has its own.
  acceptsFile: ({ previewUrl, size }: { previewUrl: string | null; size: number }, part: unknown) =>
    part === null && previewUrl !== null && size <= MAX_PICTURE_BYTES,
} as const;

function NewPage({ origin }: { origin: SourceRequest | null }) {
  const { data, error, refetch } = useOwnProfile();
  if (!data) return <PendingPage error={error} onRetry={() => void refetch()} />;
  const offered = toPartyForm({ contact: data.contact, address: data.address ?? EMPTY_ADDRESS });
  return <PartRequestForm target={null} offered={offered} origin={origin} />;
}

function AddingPage({ id }: { id: number }) {
  const language = useLanguage();
  const { data, error, refetch } = useGetOne<PartRequest>('partRequests', { id, meta: { language } });
  if (!data) return <PendingPage error={error} onRetry={() => void refetch()} />;
  if (!getAction(data.process, 'add_items')?.enabled) return <Closed record={data} />;
  return <PartRequestForm target={data} offered={null} origin={null} />;
}

/** Message for a request that no longer accepts parts. */
function Closed({ record }: { record: PartRequest }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  return (
    <>
      <PageHeader title={translate('newPartRequest.addTo', { number: record.number })} />
      <Card>
        <EmptyState
          icon={LockIcon}
          title={translate('newPartRequest.closed.title')}
          action={
            <Button component={RouterLink} to={path(`process-part-request/${record.id}`)}>
              {translate('newPartRequest.closed.open', { number: record.number })}
            </Button>
          }
        >
          {translate('newPartRequest.closed.text', { number: record.number })}
        </EmptyState>
      </Card>
    </>
  );
}
