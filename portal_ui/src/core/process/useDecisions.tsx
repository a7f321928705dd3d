import { useEvent, useNotify, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/http';
import { choiceName, useMeta } from '../../api/meta';
import type { ProcessRecord, RequestUpdate } from '../../api/requests';
import { UndoAction } from '../ui/UndoAction';
import { type Approval, type Decision, DecisionQueue } from './decisionQueue';
import { useProcess } from './processContext';

import { useProcessSave } from './useProcessUpdater';

export interface DecisionSource<R extends ProcessRecord> {
  write: (record: R, decisions: readonly Decision[]) => RequestUpdate;
  /** The record with the decisions in it. */
  show: (record: R, decisions: readonly Decision[]) => R;
  approvalOf: (record: R, id: number) => Approval;
  /** What a row is called. */
  nameOf?: (record: R, id: number) => string;
}

interface Rows<R extends ProcessRecord, Row> {
  write: DecisionSource<R>['write'];
  /** The record's field that holds the rows, and a row's field that holds the approval. */
  rows: (record: R) => readonly Row[];
  withRows: (record: R, rows: Row[]) => R;
  approvalOf: (row: Row) => Approval;
  withApproval: (row: Row, status: Approval) => Row;
  nameOf: (row: Row) => string;
}

export interface RowDecisions<R extends ProcessRecord, Row> extends DecisionSource<R> {
  approvalOfRow: (row: Row) => Approval;
}

/** Approvals of the rows of a record. Rows that are not decided stay the same objects: they are not drawn again. */
export function rowDecisions<R extends ProcessRecord, Row extends { id: number }>(
  of: Rows<R, Row>,
): RowDecisions<R, Row> {
  return {
    write: of.write,
    approvalOfRow: of.approvalOf,
    approvalOf: (record, id) => {
      const row = of.rows(record).find((one) => one.id === id);
      return row ? of.approvalOf(row) : 'WAITING_APPROVAL';
    },
    nameOf: (record, id) => {
      const row = of.rows(record).find((one) => one.id === id);
      return row ? of.nameOf(row) : '';
    },
    show: (record, decisions) => {
      const decided = new Map(decisions.map(({ id, status }) => [id, status]));
      const rows = of.rows(record).map((row) => {
        const status = decided.get(row.id);
        return status === undefined || of.approvalOf(row) === status ? row : of.withApproval(row, status);
      });
      return of.withRows(record, rows);
    },
  };
}

/** What is said of several decisions: a key of the words. */
export interface Done {
  message: string;
  args?: Record<string, number>;
  /** What takes them back. */
  undo?: readonly Decision[];
}

/** Approvals of the open tab: shown at once, confirmed by the server, taken back with a word where it refuses. */
export function useDecisions<R extends ProcessRecord>(source: DecisionSource<R>) {
  const { record } = useProcess<R>();
  const { send, refresh, report, dismiss, reload, patch } = useProcessSave();
  const notify = useNotify();
  const translate = useTranslate();
  const { choices } = useMeta();
  const [busy, setBusy] = useState(false);
  const said = useRef<Done | null>(null);
  const tell = ({ message, args = {}, undo = [] }: Done) => {
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
    show: useEvent((decisions: readonly Decision[]) => patch((shown) => source.show(shown as R, decisions))),
    settled: refresh,
    conflicts: (error: unknown) =>
      error instanceof ApiError && error.rows ? new Set(error.rows.map(({ id }) => id)) : null,
    failed: useEvent(async (error: unknown, lost: readonly Decision[]) => {
      said.current = null;
      if (!(error instanceof ApiError && error.rows)) return report(error, () => decide(lost));
      // What was saved is on the screen before the next decisions are sent, and so are those of the others.
      await reload().catch(() => undefined);
      const textOf = (status: Approval) => choiceName(choices.approval, status);
      await report(error, undefined, (fresh) =>
        lost.map(({ id, status }) => ({
          path: String(id),
          label: translate('process.approval.of', { name: source.nameOf?.(fresh as R, id) ?? '' }),
          theirs: textOf(source.approvalOf(fresh as R, id)),
          yours: textOf(status),
        })),
      );
    }),
  };
  const [queue] = useState(() => new DecisionQueue(hooks));

  /** Decides; `done` is said when the server has confirmed (at once, where there is nothing to send), a single decision says nothing. */
  const decide = useEvent((decisions: readonly Decision[], done?: Done) => {
    dismiss();
    if (done && decisions.length === 0) tell(done);
    if (decisions.length === 0) return;
    if (done) said.current = done;
    queue.add(decisions, (id) => source.approvalOf(record, id));
  });

  return { decide, busy };
}
