import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { actionOf } from '../../kernel/process/tabs';
import { partRequestKind } from '../../processes/partRequest/kind';
import { useErrorMessage } from '../../server/errorMessage';
import { ErrorState } from '../../shared/Empty';
import { useLanguage } from '../../shared/links';
import { PageSkeleton } from '../../shared/Skeletons';
import { Closed } from './Closed';
import { PartRequestForm } from './PartRequestForm';
import { useOffered } from './useOffered';

/** A client asks for parts, or with `?to=<id>` adds some to a request that still waits for its approval. */
export default function NewPartRequestPage() {
  const [search] = useSearchParams();
  const to = search.get('to') ?? '';
  return /^\d+$/.test(to) ? <AddingPage key={to} id={Number(to)} /> : <NewPage />;
}

function NewPage() {
  const { party, error, retry } = useOffered(true);
  if (party) return <PartRequestForm target={null} offered={party} />;
  return <NotYet error={error} onRetry={retry} />;
}

function AddingPage({ id }: { id: number }) {
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['process', partRequestKind.kind, id, language],
    queryFn: ({ signal }) => partRequestKind.read(id, signal),
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
