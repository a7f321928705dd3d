import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import { useTranslate } from 'ra-core';
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useErrorMessage } from '../server/errorMessage';
import { ErrorState } from '../shared/Empty';

type DialogProps = { onClose: () => void };
type Props<P> = P & DialogProps & { load: () => Promise<{ default: ComponentType<P & DialogProps> }> };

/** A dialog whose code comes when it is opened. Where the line is down, it says so over the page, which stays as it is. */
export function LazyDialog<P extends object>({ load, ...props }: Props<P>) {
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads anew
  const Loaded = useMemo(() => lazy(load) as unknown as ComponentType<typeof props>, [load, tries]);
  return (
    <ErrorBoundary
      onReset={() => setTries(tries + 1)}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <Lost error={error} onRetry={resetErrorBoundary} onClose={props.onClose} />
      )}
    >
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Lost({ error, onRetry, onClose }: DialogProps & { error: unknown; onRetry: () => void }) {
  const translate = useTranslate();
  const message = useErrorMessage();
  return (
    <Dialog open onClose={onClose} slotProps={{ paper: { 'aria-label': translate('shared.errorTitle') } }}>
      <ErrorState message={message(error)} onRetry={onRetry} />
      <DialogActions>
        <Button onClick={onClose}>{translate('shared.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
