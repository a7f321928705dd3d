import { useEvent, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import type { RequestUpdate, SaveResponse } from '../../api/requests';
import { useUnsavedForms } from '../forms/unsavedForms';
import { useLocalizedPath } from '../routing/links';
import { useIsNavigating } from '../routing/useIsNavigating';
import { useProcess } from './processContext';
import { buildTransition, DELETE_UPDATE } from './requestUpdates';

import { type SaveOptions, useProcessUpdater } from './useProcessUpdater';

/** Return the message of a transition to the next status, or to one set directly. */
export function useTransitionMessage(): (isDirect: boolean) => (response: SaveResponse) => string {
  const { kind } = useProcess();
  const translate = useTranslate();
  return (isDirect) =>
    ({ status }) => {
      const messageArgs = { status: status?.value ?? '' };
      return translate(kind.messages.moved(isDirect ? 'DIRECT' : (status?.key ?? '')), {
        _: translate('process.moved', messageArgs),
        ...messageArgs,
      });
    };
}

/** Return a callback that runs the Continue transition and opens the working tab. */
export function useRequestTransition(): () => Promise<void> {
  const { record, openWorkingTab } = useProcess();
  const { run } = useProcessUpdater();
  const getMessage = useTransitionMessage();
  return useEvent(async () => {
    const response = await run(buildTransition(record, null), { successMessage: getMessage(false) });
    if (response) openWorkingTab();
  });
}

/** Return the update that deletes the request and then opens the list. */
export function useDeleteRequest(): { write: RequestUpdate; options: SaveOptions } {
  const { kind } = useProcess();
  const forms = useUnsavedForms();
  const navigate = useNavigate();
  const path = useLocalizedPath();
  const isLeaving = useIsNavigating();
  const leave = () => {
    // If the user has opened another page, its unsaved forms must not be discarded.
    if (isLeaving()) return;
    forms.discardAll();
    void navigate(path(kind.list), { replace: true });
  };
  return { write: DELETE_UPDATE, options: { successMessage: kind.messages.deleted, onLeave: leave } };
}
