import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { useProcess } from './processContext';
import type { SaveAnswer } from './types';
import { useProcessSave } from './useSaveDesk';

/** Moves the request on, or with a status to that one; says what happened and opens the new working tab. */
export function useMove(): (status: string | null) => Promise<SaveAnswer | null> {
  const { kind, record, openWorkingTab } = useProcess();
  const { run } = useProcessSave();
  const translate = useTranslate();
  return useCallback(
    async (status) => {
      const said = ({ status: reached }: SaveAnswer) => {
        const anyMove = translate('process.moved', { status: reached?.value ?? '' });
        return translate(kind.words.moved(status ? 'DIRECT' : (reached?.key ?? '')), {
          _: anyMove,
          status: reached?.value ?? '',
        });
      };
      const answer = await run(kind.move(record, status), { done: said });
      if (answer) openWorkingTab();
      return answer;
    },
    [kind, record, openWorkingTab, run, translate],
  );
}
