import { useParams } from 'react-router';
import { isNotFound } from '../../api/errors';
import { NotFound } from '../../core/routing/NotFound';
import { parseRecordId } from '../../core/routing/parseRecordId';
import { RedirectHome } from '../../core/routing/Redirect';
import { ErrorState } from '../../core/ui/EmptyState';
import { ImportPageSkeleton } from '../../core/ui/Skeletons';
import { ImportMessages } from './ImportMessages';
import { ImportWizard } from './ImportWizard';
import { useRun } from './useRun';

/** Page of one import, in any state: route imports/:id. */
export default function ImportPage() {
  const id = parseRecordId(useParams().id);
  if (id === null) return <RedirectHome />;
  return (
    <ImportMessages>
      <Loaded key={id} id={id} />
    </ImportMessages>
  );
}

function Loaded({ id }: { id: number }) {
  const { data, error, refetch } = useRun(id);
  if (isNotFound(error)) return <NotFound list="imports" />;
  if (data) return <ImportWizard run={data} />;
  return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <ImportPageSkeleton />;
}
