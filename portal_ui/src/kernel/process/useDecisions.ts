import { useNotify } from 'ra-core';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { DecisionQueue } from './decisionQueue';
import type { Approval, Decision } from './decisions';
import { useProcess, type WriteCall } from './processContext';
import type { ProcessRecord } from './types';
import { useProcessSave } from './useRecordWriter';

export interface DecisionSource<R extends ProcessRecord> {
  write: (record: R, decisions: readonly Decision[]) => WriteCall;
  /** The record with the decisions in it. */
  show: (record: R, decisions: readonly Decision[]) => R;
  approvalOf: (record: R, id: number) => Approval;
}

/** What is said of several decisions: a key of the words. */
export interface Done {
  message: string;
  args?: Record<string, number>;
}

/** Approvals of the open tab: shown at once, confirmed by the server, taken back with a word where it refuses. */
export function useDecisions<R extends ProcessRecord>(source: DecisionSource<R>) {
  const { record, patch } = useProcess<R>();
  const desk = useProcessSave();
  const notify = useNotify();
  const tell = ({ message, args = {} }: Done) => notify(message, { type: 'success', messageArgs: args });
  const [busy, setBusy] = useState(false);
  const said = useRef<Done | null>(null);
  const latest = useRef({ record, patch, desk, tell, source });
  useLayoutEffect(() => {
    latest.current = { record, patch, desk, tell, source };
  });

  const [queue] = useState(() => {
    const now = () => latest.current;
    return new DecisionQueue({
      busy: setBusy,
      send: async (batch) => {
        await now().desk.send(now().source.write(now().record, batch));
        if (said.current) now().tell(said.current);
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

  /** Decides; `done` is said when the server has confirmed (at once, where there is nothing to send), a single decision says nothing. */
  const decide = useCallback(
    (decisions: readonly Decision[], done?: Done) => {
      latest.current.desk.dismiss();
      if (decisions.length === 0) {
        if (done) latest.current.tell(done);
        return;
      }
      if (done) said.current = done;
      queue.add(decisions, (id) => latest.current.source.approvalOf(latest.current.record, id));
    },
    [queue],
  );

  return { decide, busy };
}
