import { useEvent, useNotify, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/http';
import { getChoiceName, useMeta } from '../../api/meta';
import type { ProcessRecord, RequestUpdate } from '../../api/requests';
import { UndoAction } from '../ui/UndoAction';
import { type Approval, type Decision, DecisionQueue } from './decisionQueue';
import { useProcess } from './processContext';

import { useProcessUpdater } from './useProcessUpdater';

export interface DecisionSource<R extends ProcessRecord> {
  write: (record: R, decisions: readonly Decision[]) => RequestUpdate;
  /** The record with the decisions in it. */
  applyDecisions: (record: R, decisions: readonly Decision[]) => R;
  getApproval: (record: R, id: number) => Approval;
  /** What a row is called. */
  getName?: (record: R, id: number) => string;
}

interface Rows<R extends ProcessRecord, Row> {
  write: DecisionSource<R>['write'];
  /** The record's field that holds the rows, and a row's field that holds the approval. */
  getRows: (record: R) => readonly Row[];
  withRows: (record: R, rows: Row[]) => R;
  getRowApproval: (row: Row) => Approval;
  withApproval: (row: Row, status: Approval) => Row;
  getRowName: (row: Row) => string;
}

export interface RowDecisions<R extends ProcessRecord, Row> extends DecisionSource<R> {
  getRowApproval: (row: Row) => Approval;
}

/** Approvals of the rows of a record. Rows that are not decided stay the same objects: they are not drawn again. */
export function createRowDecisions<R extends ProcessRecord, Row extends { id: number }>(
  of: Rows<R, Row>,
): RowDecisions<R, Row> {
  return {
    write: of.write,
    getRowApproval: of.getRowApproval,
    getApproval: (record, id) => {
      const row = of.getRows(record).find((one) => one.id === id);
      return row ? of.getRowApproval(row) : 'WAITING_APPROVAL';
    },
    getName: (record, id) => {
      const row = of.getRows(record).find((one) => one.id === id);
      return row ? of.getRowName(row) : '';
    },
    applyDecisions: (record, decisions) => {
      const decided = new Map(decisions.map(({ id, status }) => [id, status]));
      const rows = of.getRows(record).map((row) => {
        const status = decided.get(row.id);
        return status === undefined || of.getRowApproval(row) === status ? row : of.withApproval(row, status);
      });
      return of.withRows(record, rows);
    },
  };
}

/** What is said of several decisions: a key of the words. */
export interface SuccessMessage {
  message: string;
  args?: Record<string, number>;
  /** What takes them back. */
  undo?: readonly Decision[];
}

/** Approvals of the open tab as optimistic updates, rolled back with a message if the server rejects them. */
export function useDecisions<R extends ProcessRecord>(source: DecisionSource<R>) {
  const { record } = useProcess<R>();
  const { send, refresh, report, dismiss, reload, patch } = useProcessUpdater();
  const notify = useNotify();
  const translate = useTranslate();
  const { choices } = useMeta();
  const [busy, setBusy] = useState(false);
  const said = useRef<SuccessMessage | null>(null);
  const tell = ({ message, args = {}, undo = [] }: SuccessMessage) => {
    const action = undo.length > 0 && <UndoAction onUndo={() => decide(undo)} />;
    notify(message, { type: 'success', messageArgs: args, ...(action && { action }) });
  };

  const hooks = {
    busy: setBusy,
    send: useEvent(async (batch: readonly Decision[]) => {
      await send(source.write(record, batch));
      if (said.current) tell(said.current);
      said.current = null;
    }),
    show: useEvent((decisions: readonly Decision[]) => patch((shown) => source.applyDecisions(shown as R, decisions))),
    settled: refresh,
    conflicts: (error: unknown) =>
      error instanceof ApiError && error.rows ? new Set(error.rows.map(({ id }) => id)) : null,
    failed: useEvent(async (error: unknown, lost: readonly Decision[]) => {
      said.current = null;
      if (!(error instanceof ApiError && error.rows)) return report(error, () => decide(lost));
      // What was saved is on the screen before the next decisions are sent, and so are those of the others.
      await reload().catch(() => undefined);
      const textOf = (status: Approval) => getChoiceName(choices.approval, status);
      await report(error, undefined, (fresh) =>
        lost.map(({ id, status }) => ({
          path: String(id),
          label: translate('process.approval.of', { name: source.getName?.(fresh as R, id) ?? '' }),
          serverValue: textOf(source.getApproval(fresh as R, id)),
          localValue: textOf(status),
        })),
      );
    }),
  };
  const [queue] = useState(() => new DecisionQueue(hooks));

  /** Decides; `done` is said when the server has confirmed (at once, where there is nothing to send), a single decision says nothing. */
  const decide = useEvent((decisions: readonly Decision[], done?: SuccessMessage) => {
    dismiss();
    if (done && decisions.length === 0) tell(done);
    if (decisions.length === 0) return;
    if (done) said.current = done;
    queue.add(decisions, (id) => source.getApproval(record, id));
  });

  return { decide, busy };
}
