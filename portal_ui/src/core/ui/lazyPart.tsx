import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { OutdatedPageError, toChunkError } from './chunkErrors';
import { ErrorState } from './EmptyState';
import { useErrorMessage } from './errorMessage';
import { reloadPage } from './reloadPage';

export type Code = { default: (props: never) => ReactNode };
type PropsOf<Loaded extends Code> = Parameters<Loaded['default']> extends [infer Props extends object] ? Props : object;

/** Why a part is not there. */
export type LoadFailure = {
  error: unknown;
  /** Request it again. */
  retry: () => void;
  /** Another try is in vain: the portal was updated, or a retry failed, as some browsers keep a failed import. */
  mustReload: boolean;
};

interface Options<Props> {
  /** Shown while the code is loading. */
  fallback?: ReactNode | ((props: Props) => ReactNode);
  /**
   * What is shown where the code does not load: a message with a retry (block), one line of it (inline), nothing, for an
   * addition that the page does without (hidden), or a component's own.
   */
  onFailure?: 'block' | 'inline' | 'hidden' | ((failure: LoadFailure, props: Props) => ReactNode);
  /** Where one of them changes, what failed is tried again. */
  resetKeys?: (props: Props) => unknown[];
}

/** React's lazy with preload: code that `load` has loaded is drawn at once, as lazy draws its fallback first. */
function lazyCode<Loaded extends Code>(load: () => Promise<Loaded>) {
  type Drawn = ComponentType<PropsOf<Loaded>>;
  let loaded: Drawn | null = null;
  let pending: Drawn | null = null;
  const loadCode = async () => {
    try {
      const code = await load();
      loaded = code.default as Drawn;
      return code;
    } catch (error) {
      throw await toChunkError(error);
    }
  };
  const getPart = (): Drawn => {
    if (loaded) return loaded;
    pending ??= lazy(async () => ({ default: (await loadCode()).default as Drawn })) as Drawn;
    return pending;
  };
  /** lazy keeps a failure for good: forgotten once it is shown, lest React's own second attempt requests it again. */
  const forgetFailure = () => {
    pending = null;
  };
  return { load: loadCode, getPart, forgetFailure };
}

/**
 * Lazy component whose chunk is loaded when it is first shown or by `load`, in Suspense and an error boundary of its own:
 * where it does not load, the rest of the page, with what is typed there, remains.
 */
export function lazyPart<Loaded extends Code>(
  load: () => Promise<Loaded>,
  { fallback = null, onFailure = 'block', resetKeys }: Options<PropsOf<Loaded>> = {},
) {
  type Props = PropsOf<Loaded>;
  const code = lazyCode(load);
  function LazyPart(props: Props) {
    // What was mounted remains it when its code is loaded once more: as another component it would lose its state.
    const [{ Part, tries }, setAttempt] = useState(() => ({ Part: code.getPart(), tries: 0 }));
    return (
      <ErrorBoundary
        {...(resetKeys && { resetKeys: resetKeys(props) })}
        onError={code.forgetFailure}
        onReset={() => setAttempt({ Part: code.getPart(), tries: tries + 1 })}
        fallbackRender={({ error, resetErrorBoundary }) => {
          const mustReload = tries > 0 || error instanceof OutdatedPageError;
          const failure = { error, mustReload, retry: () => resetErrorBoundary() };
          if (typeof onFailure === 'function') return onFailure(failure, props);
          return onFailure === 'hidden' ? null : <PartFailure {...failure} inline={onFailure === 'inline'} />;
        }}
      >
        <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(LazyPart, { load: code.load });
}

/** Lazy page: the layout around it has the Suspense, which keeps the page before, and the error page. */
export function lazyPage<Loaded extends Code>(load: () => Promise<Loaded>) {
  const code = lazyCode(load);
  function LazyPage(props: PropsOf<Loaded>) {
    const [Page] = useState(code.getPart);
    return <Page {...props} />;
  }
  return Object.assign(LazyPage, { load: code.load });
}

function PartFailure({ error, retry, mustReload, inline }: LoadFailure & { inline: boolean }) {
  const translate = useTranslate();
  const message = useErrorMessage()(error);
  const onRetry = mustReload ? reloadPage : retry;
  if (!inline) return <ErrorState message={message} onRetry={onRetry} mustReload={mustReload} />;
  return (
    <Box role="alert" component="span" sx={{ typography: 'body2', color: 'error.main' }}>
      {message}{' '}
      <Button size="small" variant="text" onClick={onRetry}>
        {translate(mustReload ? 'shared.reloadPage' : 'shared.tryAgain')}
      </Button>
    </Box>
  );
}
