import SearchOffIcon from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useErrorMessage } from '../../server/errorMessage';
import { ApiError } from '../../server/http';
import { Empty, ErrorState } from '../../shared/Empty';
import { RouterLink, usePath } from '../../shared/links';
import { UnsavedForms, UnsavedProvider } from '../saving/unsavedForms';
import { ProcessSkeleton } from './ProcessSkeleton';
import { ProcessView } from './ProcessView';
import type { Panes } from './panes';
import type { ProcessKind } from './processContext';
import type { ProcessRecord } from './types';
import { useRecord } from './useRecord';

interface PageProps<R extends ProcessRecord> {
  kind: ProcessKind<R>;
  panes: Panes;
}

/** The page of one request of any kind: reads it, and draws what the server says may be seen and done. */
export function ProcessPage<R extends ProcessRecord>({ kind, panes }: PageProps<R>) {
  const { id = '' } = useParams();
  const number = /^\d+$/.test(id) ? Number(id) : null;
  return number === null ? <NotFound list={kind.list} /> : <LoadedPage key={number} {...{ kind, panes }} id={number} />;
}

function LoadedPage<R extends ProcessRecord>({ kind, panes, id }: PageProps<R> & { id: number }) {
  const [forms] = useState(() => new UnsavedForms());
  const store = useRecord(kind, id, forms.anyDirty);
  const errorMessage = useErrorMessage();
  const { data: record, error, refetch } = store.query;
  const isRead = record !== undefined;
  useEffect(() => {
    if (isRead) panes.preload();
  }, [isRead, panes]);
  // Also where it was read before: it has been deleted, or given to another service, since.
  if (error instanceof ApiError && error.status === 404) return <NotFound list={kind.list} />;
  if (record) {
    return (
      <UnsavedProvider value={forms}>
        <ProcessView {...{ kind, panes, record, store, forms }} />
      </UnsavedProvider>
    );
  }
  if (error) {
    return (
      <Card>
        <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return <ProcessSkeleton />;
}

function NotFound({ list }: { list: string }) {
  const translate = useTranslate();
  const path = usePath();
  return (
    <Card>
      <Box component="h1" sx={{ margin: 0, font: 'inherit' }}>
        <Empty
          icon={SearchOffIcon}
          title={translate('process.notFound.title')}
          action={
            <Button component={RouterLink} to={path(list)}>
              {translate('process.notFound.back')}
            </Button>
          }
        >
          {translate('process.notFound.text')}
        </Empty>
      </Box>
    </Card>
  );
}
