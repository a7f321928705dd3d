import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import { type ReactNode, Suspense } from 'react';
import { useParams } from 'react-router';
import { isNotFound } from '../../api/errors';
import { type InstrumentHistory, useInstrumentHistory } from '../../api/instruments';
import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';
import { NotFound } from '../../core/routing/NotFound';
import { parseRecordId } from '../../core/routing/parseRecordId';
import { ErrorState } from '../../core/ui/EmptyState';
import { Loading } from '../../core/ui/Skeletons';
import { InstrumentAside } from './InstrumentAside';
import { InstrumentHeader } from './InstrumentHeader';
import { InstrumentTiles } from './InstrumentTiles';
import { Timeline } from './Timeline';

const ASIDE_WIDTH = 312;
const Messages = createMessagesProvider(import.meta.glob('../../../../locale/*/instrumentPage.json'));

/** Page with the history of an instrument: route instrument/:id. */
export default function InstrumentPage() {
  const id = parseRecordId(useParams().id);
  return id === null ? <InstrumentNotFound /> : <Loaded id={id} />;
}

function Loaded({ id }: { id: number }) {
  const { data, error, refetch } = useInstrumentHistory(id);
  if (isNotFound(error)) return <InstrumentNotFound />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Messages>
        <Page history={data} />
      </Messages>
    </Suspense>
  );
}

function InstrumentNotFound() {
  const translate = useTranslate();
  return <NotFound list="instruments" title={translate('instruments.notFound.title')} />;
}

function Page({ history }: { history: InstrumentHistory }) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <InstrumentHeader history={history} />
      <InstrumentTiles history={history} />
      <Columns>
        <Timeline history={history} />
        <InstrumentAside history={history} />
      </Columns>
    </Box>
  );
}

function Columns({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `minmax(0, 1fr) ${ASIDE_WIDTH}px` },
      }}
    >
      {children}
    </Box>
  );
}

/** Skeleton of the instrument page. */
function PageSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Skeleton variant="rounded" sx={{ height: { xs: 390, sm: 242 } }} />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}>
          {['repairs', 'days', 'cost', 'return'].map((tile) => (
            <Skeleton key={tile} variant="rounded" height={102} />
          ))}
        </Box>
        <Columns>
          <Skeleton variant="rounded" height={480} />
          <Skeleton variant="rounded" height={320} />
        </Columns>
      </Box>
    </Loading>
  );
}
