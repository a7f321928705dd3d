import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { importAgain, OutdatedPageError, toChunkError } from './chunkErrors';
import { ErrorState } from './EmptyState';
import { useErrorMessage } from './errorMessage';
import { reloadPage } from './reloadPage';

export type Code = { default: (props: never) => ReactNode };
type PropsOf<Loaded extends Code> = Parameters<Loaded['default']> extends [infer Props extends object] ? Props : object;

/** Failed load of a lazy component. */
export type LoadFailure = {
  error: unknown;
  /** Load the code again. */
  retry: () => void;
  /** True if only a reload helps. The portal was updated, or a retry failed, as some browsers cache failed imports. */
  mustReload: boolean;
};

interface Options<Props> {
  /** Content while the code is loading. */
  fallback?: ReactNode | ((props: Props) => ReactNode);
  /**
   * Content if the code fails to load. A message with a retry (block), the same in one line (inline), nothing, for an
   * optional part (hidden), or a custom element.
   */
  onFailure?: 'block' | 'inline' | 'hidden' | ((failure: LoadFailure, props: Props) => ReactNode);
  /** Values that trigger a retry after a failure when one of them changes. */
  resetKeys?: (props: Props) => unknown[];
}

/** Return React's lazy with preload. Loaded code renders immediately, while lazy would show its fallback first. */
function lazyCode<Loaded extends Code>(load: () => Promise<Loaded>) {
  type LoadedComponent = ComponentType<PropsOf<Loaded>>;
  let loaded: LoadedComponent | null = null;
  let pending: LoadedComponent | null = null;
  let hasFailed = false;
  const loadCode = async () => {
    try {
      const code = await load().catch((error: unknown) =>
        hasFailed ? importAgain<Loaded>(error) : Promise.reject(error),
      );
      loaded = code.default as LoadedComponent;
      return code;
    } catch (error) {
      hasFailed = true;
      throw await toChunkError(error);
    }
  };
  const getPart = (): LoadedComponent => {
    if (loaded) return loaded;
    pending ??= lazy(async () => ({ default: (await loadCode()).default as LoadedComponent })) as LoadedComponent;
    return pending;
  };
  /** Forget a failure, which lazy caches. Only once shown, or React's second render attempt would request it again. */
  const forgetFailure = () => {
    pending = null;
  };
  return { load: loadCode, getPart, forgetFailure };
}

/**
 * Return a lazy component with its own Suspense and error boundary. Its chunk is loaded on the first render or by
 * `load`. If it fails to load, the rest of the page and its typed text remain.
 */
export function lazyPart<Loaded extends Code>(
  load: () => Promise<Loaded>,
  { fallback = null, onFailure = 'block', resetKeys }: Options<PropsOf<Loaded>> = {},
) {
  type Props = PropsOf<Loaded>;
  const code = lazyCode(load);
  function LazyPart(props: Props) {
    // Keep the mounted component when the code is loaded again: another component type would lose its state.
    const [{ Part, attempts }, setAttempt] = useState(() => ({ Part: code.getPart(), attempts: 0 }));
    return (
      <ErrorBoundary
        {...(resetKeys && { resetKeys: resetKeys(props) })}
        onError={code.forgetFailure}
        onReset={() => setAttempt({ Part: code.getPart(), attempts: attempts + 1 })}
        fallbackRender={({ error, resetErrorBoundary }) => {
          const mustReload = attempts > 0 || error instanceof OutdatedPageError;
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

/**
 * Return a lazy page.
 *
 * The layout has the error page and, unless the page has a skeleton, the Suspense, which keeps the previous page.
 */
export function lazyPage<Loaded extends Code>(load: () => Promise<Loaded>, skeleton?: ReactNode) {
  const code = lazyCode(load);
  function LazyPage(props: PropsOf<Loaded>) {
    const [Page] = useState(code.getPart);
    const page = <Page {...props} />;
    return skeleton ? <Suspense fallback={skeleton}>{page}</Suspense> : page;
  }
  return Object.assign(LazyPage, { load: code.load });
}

function PartFailure({ error, retry, mustReload, inline }: LoadFailure & { inline: boolean }) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const onRetry = mustReload ? reloadPage : retry;
  if (!inline) return <ErrorState error={error} onRetry={onRetry} mustReload={mustReload} />;
  return (
    <Box role="alert" component="span" sx={{ typography: 'body2', color: 'error.main' }}>
      {message(error)}{' '}
      <Button size="small" variant="text" onClick={onRetry}>
        {translate(mustReload ? 'shared.reloadPage' : 'shared.tryAgain')}
      </Button>
    </Box>
  );
}
