import { useTranslate } from 'ra-core';
import { useContext } from 'react';
import { useNavigate } from 'react-router';
import { usePath } from '../../shared/links';
import { UnsavedContext } from '../saving/unsavedForms';
import { useProcess } from './processContext';
import { useProcessSave } from './useSaveDesk';

/** Takes the request off every list, says so, and goes back to the kind's list. */
export function useRemove(): () => Promise<void> {
  const { kind, record } = useProcess();
  const { run } = useProcessSave();
  const forms = useContext(UnsavedContext);
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = usePath();
  return async () => {
    const write = kind.remove?.(record);
    const leave = () => {
      forms.discardAll();
      void navigate(path(kind.list), { replace: true });
    };
    if (!write) return;
    await run(write, { ...(kind.words.deleted && { done: translate(kind.words.deleted) }), instead: leave });
  };
}
