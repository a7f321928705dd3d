import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { LocalizedLink } from '../routing/links';
import { ErrorState } from '../ui/EmptyState';
import { PageSkeleton } from '../ui/Skeletons';
import { type SourceRequest, useSourceRequest } from './sourceRequest';

interface SourceRequestPageProps {
  id: number;
  prefillOptions: Parameters<typeof useSourceRequest>[1];
  children: (origin: SourceRequest) => ReactNode;
}

/** Page that loads the source request before it renders the form. */
export function SourceRequestPage({ id, prefillOptions, children }: SourceRequestPageProps) {
  const { data, error, retry } = useSourceRequest(id, prefillOptions);
  return data ? children(data) : <PendingPage error={error} onRetry={retry} />;
}

/** Skeleton of a page, or the error of its query. */
export function PendingPage({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <PageSkeleton />;
  return (
    <Card>
      <ErrorState error={error} onRetry={onRetry} />
    </Card>
  );
}

/** Alert above a form with the source request and its description. */
export function SourceRequestNote({
  origin: { id, number, title, description },
  hint,
}: {
  origin: SourceRequest;
  hint?: string;
}) {
  const translate = useTranslate();
  return (
    <Alert severity="info" sx={{ marginBottom: 2, '& .MuiAlert-message': { minWidth: 0 } }}>
      <Typography sx={{ fontWeight: 'fontWeightMedium', overflowWrap: 'anywhere' }}>
        {translate('remoteSupport.leadOn.from')}{' '}
        <LocalizedLink to={`remote-support/process/${id}`}>{number}</LocalizedLink>
        {` · ${title}`}
      </Typography>
      <Typography
        variant="body2"
        sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxHeight: 160, overflowY: 'auto' }}
      >
        {description}
      </Typography>
      {hint && <Typography variant="body2">{hint}</Typography>}
    </Alert>
  );
}
