import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import { useTranslate } from 'ra-core';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { OutdatedPageError } from './chunkErrors';
import { ErrorState } from './EmptyState';
import { type LoadFailure, lazyPart } from './lazyPart';
import { reloadPage } from './reloadPage';

type DialogProps = { onClose: () => void };
type Props<P> = P & DialogProps & { load: () => Promise<{ default: (props: P & DialogProps) => ReactNode }> };

/** Dialog whose chunk loads when it opens. A failure is shown in an error dialog. */
export function LazyDialog<P extends object>({ load, ...props }: Props<P>) {
  const Loaded = useMemo(
    () =>
      lazyPart(load, {
        onFailure: (failure, { onClose }: DialogProps) => <LoadFailedDialog {...failure} onClose={onClose} />,
      }) as unknown as ComponentType<typeof props>,
    [load],
  );
  return <Loaded {...props} />;
}

function LoadFailedDialog({ error, mustReload, retry, onClose }: LoadFailure & DialogProps) {
  const translate = useTranslate();
  return (
    <Dialog open onClose={onClose} slotProps={{ paper: { 'aria-label': translate('shared.errorTitle') } }}>
      <ErrorState error={error} {...(!(error instanceof OutdatedPageError) && { onRetry: retry })} />
      <DialogActions>
        {/* A form with unsaved changes asks before the page unloads. */}
        {mustReload && <Button onClick={reloadPage}>{translate('shared.reloadPage')}</Button>}
        <Button onClick={onClose}>{translate('shared.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
