import { useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import { usePath } from '../../shared/links';
import { useUnsavedForms } from '../saving/unsavedForms';
import { useProcess } from './processContext';
import { useProcessSave } from './useRecordWriter';

/** What follows when the request was taken off every list: it is said, and the kind's list is opened. */
export function useLeaveRemoved(): { done: { done?: string }; leave: () => void } {
  const { kind } = useProcess();
  const forms = useUnsavedForms();
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = usePath();
  return {
    done: kind.words.deleted ? { done: translate(kind.words.deleted) } : {},
    leave: () => {
      forms.discardAll();
      void navigate(path(kind.list), { replace: true });
    },
  };
}

/** Takes the request off every list from the bar of its page. */
export function useRemove(): () => Promise<void> {
  const { kind, record } = useProcess();
  const { run } = useProcessSave();
  const { done, leave } = useLeaveRemoved();
  return async () => {
    const write = kind.remove?.(record);
    if (write) await run(write, { ...done, leave });
  };
}
