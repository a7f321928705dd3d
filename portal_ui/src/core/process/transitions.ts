import { useEvent, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import type { RequestUpdate, SaveResponse } from '../../api/requests';
import { useUnsavedForms } from '../forms/unsavedForms';
import { useLocalizedPath } from '../routing/links';
import { useIsNavigating } from '../routing/useIsNavigating';
import { useProcess } from './processContext';
import { buildTransition, REMOVAL } from './requestUpdates';

import { type SaveOptions, useProcessUpdater } from './useProcessUpdater';

/** What is said when the request was moved: on, or by hand to a status. */
export function useTransitionMessage(): (isDirect: boolean) => (answer: SaveResponse) => string {
  const { kind } = useProcess();
  const translate = useTranslate();
  return (isDirect) =>
    ({ status }) => {
      const reached = { status: status?.value ?? '' };
      return translate(kind.messages.moved(isDirect ? 'DIRECT' : (status?.key ?? '')), {
        _: translate('process.moved', reached),
        ...reached,
      });
    };
}

/** Moves the request on, says what happened and opens the new working tab. */
export function useTransition(): () => Promise<void> {
  const { record, openWorkingTab } = useProcess();
  const { run } = useProcessUpdater();
  const said = useTransitionMessage();
  return useEvent(async () => {
    const answer = await run(buildTransition(record, null), { successMessage: said(false) });
    if (answer) openWorkingTab();
  });
}

/** The update that takes the request off every list; what follows: a notification, and the list is opened. */
export function useRemoval(): { write: RequestUpdate; options: SaveOptions } {
  const { kind } = useProcess();
  const forms = useUnsavedForms();
  const navigate = useNavigate();
  const path = useLocalizedPath();
  const isLeaving = useIsNavigating();
  const leave = () => {
    // The forms are those of the whole page, which is another one by then.
    if (isLeaving()) return;
    forms.discardAll();
    void navigate(path(kind.list), { replace: true });
  };
  return { write: REMOVAL, options: { successMessage: kind.messages.deleted, onLeave: leave } };
}
