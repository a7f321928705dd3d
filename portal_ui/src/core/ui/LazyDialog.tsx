import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import { useTranslate } from 'ra-core';
import { type ComponentType, type ReactNode, Suspense, useMemo, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { OutdatedPageError } from './chunkErrors';
import { ErrorState } from './EmptyState';
import { useErrorMessage } from './errorMessage';
import { lazyWithPreload } from './lazyWithPreload';
import { reloadPage } from './reloadPage';

type DialogProps = { onClose: () => void };
type Props<P> = P & DialogProps & { load: () => Promise<{ default: (props: P & DialogProps) => ReactNode }> };

/**
 * A dialog whose code comes when it is opened. Where the line is down, it says so over the page, which stays as it is.
 * Some browsers keep to the failure for as long as the page stands, and a newer portal may no longer have the code, so
 * who tried again in vain is offered to load the page again.
 */
export function LazyDialog<P extends object>({ load, ...props }: Props<P>) {
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads again
  const Loaded = useMemo(() => lazyWithPreload(load) as unknown as ComponentType<typeof props>, [load, tries]);
  return (
    <ErrorBoundary
      onReset={() => setTries(tries + 1)}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <LoadFailedDialog error={error} again={tries > 0} onRetry={resetErrorBoundary} onClose={props.onClose} />
      )}
    >
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

type LostProps = DialogProps & { error: unknown; again: boolean; onRetry: () => void };

function LoadFailedDialog({ error, again, onRetry, onClose }: LostProps) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const isOutdated = error instanceof OutdatedPageError;
  return (
    <Dialog open onClose={onClose} slotProps={{ paper: { 'aria-label': translate('shared.errorTitle') } }}>
      <ErrorState message={message(error)} {...(!isOutdated && { onRetry })} />
      <DialogActions>
        {/* A form with something typed asks before the page goes. */}
        {(again || isOutdated) && <Button onClick={reloadPage}>{translate('shared.reloadPage')}</Button>}
        <Button onClick={onClose}>{translate('shared.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
