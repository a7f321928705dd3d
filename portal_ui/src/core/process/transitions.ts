import { useEvent, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import type { RequestUpdate, SaveResponse } from '../../api/requests';
import { useUnsavedForms } from '../forms/unsavedForms';
import { useLocalizedPath } from '../routing/links';
import { useIsNavigating } from '../routing/useIsNavigating';
import { useProcess } from './processContext';
import { buildTransition, DELETE_UPDATE } from './requestUpdates';

import { type SaveOptions, useProcessUpdater } from './useProcessUpdater';

/** Message of a transition: to the next status, or to one chosen by hand. */
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

/** Run the transition of Continue, notify and open the new working tab. */
export function useRequestTransition(): () => Promise<void> {
  const { record, openWorkingTab } = useProcess();
  const { run } = useProcessUpdater();
  const getMessage = useTransitionMessage();
  return useEvent(async () => {
    const answer = await run(buildTransition(record, null), { successMessage: getMessage(false) });
    if (answer) openWorkingTab();
  });
}

/** Update that deletes the request; then a notification is shown, and the list is opened. */
export function useDeleteRequest(): { write: RequestUpdate; options: SaveOptions } {
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
  return { write: DELETE_UPDATE, options: { successMessage: kind.messages.deleted, onLeave: leave } };
}
