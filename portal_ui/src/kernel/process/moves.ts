import { useEvent, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import { usePath } from '../../shared/links';
import { useIsLeaving } from '../routing/useIsLeaving';
import { useUnsavedForms } from '../saving/unsavedForms';
import { useProcess, type WriteCall } from './processContext';
import type { SaveAnswer } from './types';
import { type SaveOptions, useProcessSave } from './useRecordWriter';

/** What is said when the request was moved: on, or by hand to a status. */
export function useMoveWords(): (isDirect: boolean) => (answer: SaveAnswer) => string {
  const { kind } = useProcess();
  const translate = useTranslate();
  return (isDirect) =>
    ({ status }) => {
      const reached = { status: status?.value ?? '' };
      return translate(kind.words.moved(isDirect ? 'DIRECT' : (status?.key ?? '')), {
        _: translate('process.moved', reached),
        ...reached,
      });
    };
}

/** Moves the request on, says what happened and opens the new working tab. */
export function useMove(): () => Promise<void> {
  const { kind, record, openWorkingTab } = useProcess();
  const { run } = useProcessSave();
  const said = useMoveWords();
  return useEvent(async () => {
    const answer = await run(kind.move(record, null), { done: said(false) });
    if (answer) openWorkingTab();
  });
}

/** The call that takes the request off every list, where there is one; what follows: it is said, and the list opened. */
export function useRemoval(): { write: WriteCall | undefined; options: SaveOptions } {
  const { kind, record } = useProcess();
  const forms = useUnsavedForms();
  const navigate = useNavigate();
  const path = usePath();
  const isLeaving = useIsLeaving();
  const leave = () => {
    // The forms are those of the whole page, which is another one by then.
    if (isLeaving()) return;
    forms.discardAll();
    void navigate(path(kind.list), { replace: true });
  };
  return { write: kind.remove?.(record), options: { done: kind.words.deleted, leave } };
}
