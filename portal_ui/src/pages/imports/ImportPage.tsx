import { useParams } from 'react-router';
import { ImportWords } from '../../kernel/imports/ImportWords';
import { useRun } from '../../kernel/imports/useRun';
import { GoHome } from '../../kernel/routing/Redirect';
import { parseRecordId } from '../../kernel/routing/recordId';
import { useErrorMessage } from '../../server/errorMessage';
import { ErrorState } from '../../shared/Empty';
import { PageSkeleton } from '../../shared/Skeletons';
import { RunScreen } from './RunScreen';

/** One import, wherever it stands: its address leads back to it from anywhere. */
export default function ImportPage() {
  const id = parseRecordId(useParams().id);
  if (id === null) return <GoHome />;
  return (
    <ImportWords>
      <Loaded key={id} id={id} />
    </ImportWords>
  );
}

function Loaded({ id }: { id: number }) {
  const message = useErrorMessage();
  const { data, error, refetch } = useRun(id);
  if (data) return <RunScreen run={data} />;
  return error ? <ErrorState message={message(error)} onRetry={() => refetch()} /> : <PageSkeleton />;
}
