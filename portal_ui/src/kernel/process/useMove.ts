import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { useProcess } from './processContext';
import type { SaveAnswer } from './types';
import { useProcessSave } from './useRecordWriter';

/** What is said when the request was moved: on, or by hand to a status. */
export function useMoveWords(): (isDirect: boolean) => (answer: SaveAnswer) => string {
  const { kind } = useProcess();
  const translate = useTranslate();
  return useCallback(
    (isDirect) =>
      ({ status }) => {
        const reached = { status: status?.value ?? '' };
        return translate(kind.words.moved(isDirect ? 'DIRECT' : (status?.key ?? '')), {
          _: translate('process.moved', reached),
          ...reached,
        });
      },
    [kind, translate],
  );
}

/** Moves the request on, says what happened and opens the new working tab. */
export function useMove(): () => Promise<void> {
  const { kind, record, openWorkingTab } = useProcess();
  const { run } = useProcessSave();
  const said = useMoveWords();
  return useCallback(async () => {
    const answer = await run(kind.move(record, null), { done: said(false) });
    if (answer) openWorkingTab();
  }, [kind, record, openWorkingTab, run, said]);
}
