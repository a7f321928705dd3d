import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import type { SaveProblem } from './problem';

/** Why something was not saved, in words: the first line says it, the others what else to know. */
export function useProblemWords(): (problem: SaveProblem) => string[] {
  const translate = useTranslate();
  const online = useOnline();
  return (problem) => {
    switch (problem.kind) {
      case 'offline':
        return [
          translate(online ? 'saving.problem.noAnswer' : 'saving.problem.offline'),
          translate('saving.problem.kept'),
        ];
      case 'server':
        return [
          translate('saving.problem.server'),
          translate('saving.problem.kept'),
          ...(problem.requestId ? [translate('errors.reference', { id: problem.requestId })] : []),
        ];
      case 'refused':
        return [problem.message || translate('saving.problem.refused'), ...problem.details];
      case 'fields':
        return [translate('saving.problem.fields', { smart_count: problem.count })];
      case 'stale':
        return [
          translate('saving.problem.stale', { who: problem.current?.changedBy ?? translate('saving.stale.somebody') }),
          translate('saving.problem.renewed'),
        ];
    }
  };
}

/** Whether the browser has a line. */
function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return online;
}
