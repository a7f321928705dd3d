import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useFeedback } from '../../shared/feedback';
import { DecisionQueue } from './decisionQueue';
import type { Approval, Decision } from './decisions';
import { useProcess, type WriteCall } from './processContext';
import type { ProcessRecord } from './types';
import { useProcessSave } from './useSaveDesk';

export interface DecisionSource<R extends ProcessRecord> {
  write: (record: R, decisions: readonly Decision[]) => WriteCall;
  /** The record with the decisions in it. */
  show: (record: R, decisions: readonly Decision[]) => R;
  approvalOf: (record: R, id: number) => Approval;
}

/** Approvals of the open tab: shown at once, confirmed by the server, taken back with a word where it refuses. */
export function useDecisions<R extends ProcessRecord>(source: DecisionSource<R>) {
  const { record, patch } = useProcess<R>();
  const desk = useProcessSave();
  const { success } = useFeedback();
  const [busy, setBusy] = useState(false);
  const said = useRef<string | null>(null);
  const latest = useRef({ record, patch, desk, success, source });
  useLayoutEffect(() => {
    latest.current = { record, patch, desk, success, source };
  });

  const [queue] = useState(() => {
    const now = () => latest.current;
    return new DecisionQueue({
      busy: setBusy,
      send: async (batch) => {
        await now().desk.send(now().source.write(now().record, batch));
        if (said.current) now().success(said.current);
        said.current = null;
      },
      show: (decisions) => now().patch((shown) => now().source.show(shown, decisions)),
      settled: () => now().desk.refresh(),
      failed: (error, lost) => {
        said.current = null;
        void now().desk.report(error, () => again(lost));
      },
    });
    function again(lost: readonly Decision[]) {
      now().desk.dismiss();
      queue.add(lost, (id) => now().source.approvalOf(now().record, id));
    }
  });

  /** Decides; `done` is said when the server has confirmed, a single decision says nothing. */
  const decide = useCallback(
    (decisions: readonly Decision[], done?: string) => {
      if (decisions.length === 0) return;
      latest.current.desk.dismiss();
      if (done) said.current = done;
      queue.add(decisions, (id) => latest.current.source.approvalOf(latest.current.record, id));
    },
    [queue],
  );

  return { decide, busy };
}
