import { useEvent, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import type { RequestUpdate, SaveAnswer } from '../../api/requests';
import { useUnsavedForms } from '../forms/unsavedForms';
import { usePath } from '../routing/links';
import { useIsLeaving } from '../routing/useIsNavigating';
import { useProcess } from './processContext';
import { moveUpdate, REMOVAL } from './requestUpdates';

import { type SaveOptions, useProcessSave } from './useProcessUpdater';

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
  const { record, openWorkingTab } = useProcess();
  const { run } = useProcessSave();
  const said = useMoveWords();
  return useEvent(async () => {
    const answer = await run(moveUpdate(record, null), { done: said(false) });
    if (answer) openWorkingTab();
  });
}

/** The update that takes the request off every list; what follows: a notification, and the list is opened. */
export function useRemoval(): { write: RequestUpdate; options: SaveOptions } {
  const { kind } = useProcess();
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
  return { write: REMOVAL, options: { done: kind.words.deleted, leave } };
}
