import { useEvent } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { type Run, type Source, startRun } from '../../api/imports';
import type { SaveError } from '../../core/forms/saveError';

import { toCallError, useSetRun } from './useRun';

/** Sends what an import begins with; what was chosen or pasted stays where it does not arrive. */
export function useStartRun(target: string, onStarted: (run: Run) => void) {
  const keep = useSetRun();
  /** How much has been sent, 0 to 1; null while nothing is. */
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<SaveError | null>(null);
  const last = useRef<AbortController | null>(null);
  useEffect(() => () => last.current?.abort(), []);

  const start = useEvent(async (source: Source) => {
    const controller = new AbortController();
    last.current = controller;
    setSent(0);
    setProblem(null);
    try {
      const run = await startRun(target, source, controller.signal, setSent);
      keep(run);
      onStarted(run);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(toCallError(error));
    } finally {
      if (last.current === controller) setSent(null);
    }
  });
  const cancel = () => last.current?.abort();
  return { start, cancel, sent, problem, forget: () => setProblem(null) };
}
