import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useErrorMessage } from '../../server/errorMessage';
import { ApiError, call, NetworkError } from '../../server/http';
import type { Created } from '../../shared/EarlierDialog';
import { useFeedback } from '../../shared/feedback';
import { usePath } from '../../shared/links';
import { removeGoneFiles } from './fileStatus';
import { type Cell, emptyUnit } from './groups';
import { type LaidErrors, layErrors, type NewUnit, sameUnits, submissionOf } from './submission';
import type { RepairForm } from './useRepairForm';

/** Why the last try did not go through, in words; `again`: sending the same form once more is the way on. */
export interface SubmitProblem {
  message: string;
  again: boolean;
}

type Place = { unitId: string; cell: Cell | 'attachments' };

/** Whether the request holds what the form says. Not being able to ask is no reason for alarm: it was created. */
async function holds(id: number, body: readonly NewUnit[]): Promise<boolean> {
  try {
    const query = { repairId: id };
    const { repairParts } = await call<{ repairParts: NewUnit[] }>('GET', '/api/v1/repairing/fetch/repair', { query });
    return sameUnits(body, repairParts);
  } catch {
    return true;
  }
}

/** Sends the form; what fails leaves everything as it was. */
export function useSubmit(repair: RepairForm, onPlaced: (first: Place | null) => void) {
  const { form, latest, uploads, save, discard, idempotencyKey, uncertain } = repair;
  const translate = useTranslate();
  const errorMessage = useErrorMessage();
  const feedback = useFeedback();
  const navigate = useNavigate();
  const path = usePath();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<SubmitProblem | null>(null);
  const [groupErrors, setGroupErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [earlier, setEarlier] = useState<Created | null>(null);
  const busy = useRef(false);

  const place = (laid: LaidErrors) => {
    for (const { unitId, cell, message } of laid.cells) {
      form.setError(`units.${unitId}.${cell}`, { type: 'server', message });
    }
    setGroupErrors(new Map(laid.groups.map(({ key, message }) => [key, message])));
    onPlaced(laid.cells[0] ?? null);
  };

  const explain = async (error: unknown, order: string[]) => {
    if (error instanceof ApiError && error.endsSession) return;
    const lost = error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
    if (lost) {
      uncertain.current = true;
      save();
    }
    if (lost || (error instanceof ApiError && error.status === 429)) {
      const why = error instanceof NetworkError ? translate('newRepair.failed.line') : errorMessage(error);
      return setProblem({ message: `${why} ${translate('newRepair.failed.kept')}`, again: true });
    }
    if (error instanceof ApiError && error.status === 400) {
      const laid = layErrors(error.fields, order, latest.current);
      const count = laid.cells.length + laid.groups.length;
      const mend = count > 0 ? translate('newRepair.failed.fields', { smart_count: count }) : errorMessage(error);
      setProblem({ message: [mend, ...laid.others].join(' '), again: false });
      return place(laid);
    }
    if (error instanceof ApiError && error.status === 404) {
      const gone = await removeGoneFiles(repair).catch(() => []);
      if (gone.length > 0) {
        setProblem({ message: translate('newRepair.failed.files', { smart_count: gone.length }), again: false });
        return onPlaced({ unitId: gone[0]?.unitId ?? '', cell: 'attachments' });
      }
    }
    setProblem({ message: `${errorMessage(error)} ${translate('newRepair.failed.keptShort')}`, again: false });
    onPlaced(null);
  };

  const submit = async () => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setProblem(null);
    setGroupErrors(new Map());
    save(); // The key is kept with the draft: a reload in the middle sends the same one again.
    const { body, order } = submissionOf(latest.current, (unitId) => form.getValues(`units.${unitId}`) ?? emptyUnit());
    try {
      const created = await call<Created>('POST', '/api/v1/repairing/create', {
        body,
        idempotencyKey: idempotencyKey.current,
      });
      // After a try without an answer the key brings back what arrived then, perhaps not what is on the page now.
      const complete = !uncertain.current || (await holds(created.id, body));
      discard();
      uploads.dropAll();
      if (!complete) return setEarlier(created);
      feedback.success(translate('newRepair.sent', { number: created.number }));
      void navigate(path('active-repairs'));
    } catch (error) {
      await explain(error, order);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  return { submit, sending, problem, groupErrors, earlier, forgetProblem: () => setProblem(null) };
}
