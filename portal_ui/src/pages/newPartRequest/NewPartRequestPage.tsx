import LockIcon from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useSearchParams } from 'react-router';
import { useOwnProfile } from '../../kernel/creation/useOwnProfile';
import { actionOf } from '../../kernel/process/tabs';
import { partyFormOf } from '../../kernel/shipping/values';
import { readPartRequest } from '../../processes/partRequest/calls';
import type { PartRequest } from '../../processes/partRequest/types';
import { useErrorMessage } from '../../server/errorMessage';
import { Empty, ErrorState } from '../../shared/Empty';
import { RouterLink, useLanguage, usePath } from '../../shared/links';
import { PageHeader } from '../../shared/PageHeader';
import { PageSkeleton } from '../../shared/Skeletons';
import { PartRequestForm } from './PartRequestForm';

/** A client asks for parts, or with `?to=<id>` adds some to a request that still waits for its approval. */
export default function NewPartRequestPage() {
  const [search] = useSearchParams();
  const to = search.get('to') ?? '';
  return /^\d+$/.test(to) ? <AddingPage key={to} id={Number(to)} /> : <NewPage />;
}

const noAddress = { companyName: '', country: '', province: '', city: '', postalCode: '', street: '', building: '' };

function NewPage() {
  const { data, error, refetch } = useOwnProfile();
  if (!data) return <NotYet error={error} onRetry={() => void refetch()} />;
  const offered = partyFormOf({ contact: data.contact, address: data.address ?? noAddress });
  return <PartRequestForm target={null} offered={offered} />;
}

function AddingPage({ id }: { id: number }) {
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['process', 'partRequest', id, language],
    queryFn: ({ signal }) => readPartRequest(id, signal),
  });
  if (!data) return <NotYet error={error} onRetry={() => void refetch()} />;
  if (!actionOf(data.process, 'add_items')?.enabled) return <Closed record={data} />;
  return <PartRequestForm target={data} offered={null} />;
}

function NotYet({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const message = useErrorMessage();
  if (!error) return <PageSkeleton />;
  return (
    <Card>
      <ErrorState message={message(error)} onRetry={onRetry} />
    </Card>
  );
}

/** The request moved on: nothing can be added to it any more. */
function Closed({ record }: { record: PartRequest }) {
  const translate = useTranslate();
  const path = usePath();
  return (
    <>
      <PageHeader title={translate('newPartRequest.addTo', { number: record.number })} />
      <Card>
        <Empty
          icon={LockIcon}
          title={translate('newPartRequest.closed.title')}
          action={
            <Button component={RouterLink} to={path(`process-part-request/${record.id}`)}>
              {translate('newPartRequest.closed.open', { number: record.number })}
            </Button>
          }
        >
          {translate('newPartRequest.closed.text', { number: record.number })}
        </Empty>
      </Card>
    </>
  );
}
