import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary, type ErrorBoundaryProps, type FallbackProps } from 'react-error-boundary';
import { OutdatedPageError } from './chunkErrors';
import { ErrorState } from './EmptyState';
import { useErrorMessage } from './errorMessage';
import { type Code, LoadAttempt, lazyWithPreload, type PropsOf } from './lazyWithPreload';
import { reloadPage } from './reloadPage';

interface BoundaryOptions {
  /** Shown while the code is loading. */
  fallback?: ReactNode;
  /**
   * What is shown where the code does not load: a message with a retry (block), one line of it (inline), or nothing, for
   * an addition that the page does without (hidden).
   */
  onFailure?: 'block' | 'inline' | 'hidden';
}

type LazyBoundaryProps = BoundaryOptions & {
  children: ReactNode;
  /** Where one of them changes, what failed is tried again. */
  resetKeys?: NonNullable<ErrorBoundaryProps['resetKeys']>;
};

/**
 * Lazy boundary (Suspense and error boundary) with a retry of a failed chunk: the rest of the page, with what is typed
 * there, remains. After a retry in vain it offers to reload the page, as some browsers keep a failed import.
 */
export function LazyBoundary({ fallback = null, onFailure = 'block', resetKeys, children }: LazyBoundaryProps) {
  const [tries, setTries] = useState(0);
  return (
    <ErrorBoundary
      {...(resetKeys && { resetKeys })}
      onReset={() => setTries((count) => count + 1)}
      fallbackRender={(failure) =>
        onFailure === 'hidden' ? null : <PartFailure {...failure} inline={onFailure === 'inline'} again={tries > 0} />
      }
    >
      <LoadAttempt value={tries}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </LoadAttempt>
    </ErrorBoundary>
  );
}

function PartFailure({
  error,
  resetErrorBoundary,
  inline,
  again,
}: FallbackProps & { inline: boolean; again: boolean }) {
  const translate = useTranslate();
  const message = useErrorMessage()(error);
  const retry = () => resetErrorBoundary();
  const mustReload = again || error instanceof OutdatedPageError;
  if (!inline)
    return <ErrorState message={message} onRetry={mustReload ? reloadPage : retry} mustReload={mustReload} />;
  return (
    <Box role="alert" component="span" sx={{ typography: 'body2', color: 'error.main' }}>
      {message}{' '}
      <Button size="small" variant="text" onClick={mustReload ? reloadPage : retry}>
        {translate(mustReload ? 'shared.reloadPage' : 'shared.tryAgain')}
      </Button>
    </Box>
  );
}

/** Lazy component whose chunk is loaded when it is first shown or by `load`, in a boundary of its own. */
export function lazyPart<Loaded extends Code>(load: () => Promise<Loaded>, options: BoundaryOptions = {}) {
  const Part = lazyWithPreload(load);
  function LazyPart(props: PropsOf<Loaded>) {
    return (
      <LazyBoundary {...options}>
        <Part {...props} />
      </LazyBoundary>
    );
  }
  return Object.assign(LazyPart, { load: Part.load });
}
