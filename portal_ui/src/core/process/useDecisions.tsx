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
  /** Return the record with the decisions applied. */
  applyDecisions: (record: R, decisions: readonly Decision[]) => R;
  getApproval: (record: R, id: number) => Approval;
  /** Return the name of a row. */
  getName?: (record: R, id: number) => string;
}

interface Rows<R extends ProcessRecord, Row> {
  write: DecisionSource<R>['write'];
  /** Access to the rows of a record, their approval and their name. */
  getRows: (record: R) => readonly Row[];
  withRows: (record: R, rows: Row[]) => R;
  getRowApproval: (row: Row) => Approval;
  withApproval: (row: Row, status: Approval) => Row;
  getRowName: (row: Row) => string;
}

export interface RowDecisions<R extends ProcessRecord, Row> extends DecisionSource<R> {
  getRowApproval: (row: Row) => Approval;
}

/** Create the approvals of a record's rows. Rows without a decision keep their identity and do not rerender. */
export function createRowDecisions<R extends ProcessRecord, Row extends { id: number }>(
  accessors: Rows<R, Row>,
): RowDecisions<R, Row> {
  return {
    write: accessors.write,
    getRowApproval: accessors.getRowApproval,
    getApproval: (record, id) => {
      const row = accessors.getRows(record).find((item) => item.id === id);
      return row ? accessors.getRowApproval(row) : 'WAITING_APPROVAL';
    },
    getName: (record, id) => {
      const row = accessors.getRows(record).find((item) => item.id === id);
      return row ? accessors.getRowName(row) : '';
    },
    applyDecisions: (record, decisions) => {
      const decided = new Map(decisions.map(({ id, status }) => [id, status]));
      const rows = accessors.getRows(record).map((row) => {
        const status = decided.get(row.id);
        return status === undefined || accessors.getRowApproval(row) === status
          ? row
          : accessors.withApproval(row, status);
      });
      return accessors.withRows(record, rows);
    },
  };
}

/** Notification of a bulk decision; `message` is a translation key. */
export interface SuccessMessage {
  message: string;
  args?: Record<string, number>;
  /** Decisions that undo it. */
  undo?: readonly Decision[];
}

/** Return optimistic decisions of the open tab, rolled back on errors. */
export function useDecisions<R extends ProcessRecord>(source: DecisionSource<R>) {
  const { record } = useProcess<R>();
  const { send, refresh, report, dismiss, reload, patch } = useProcessUpdater();
  const notify = useNotify();
  const translate = useTranslate();
  const { choices } = useMeta();
  const [busy, setBusy] = useState(false);
  const pendingMessage = useRef<SuccessMessage | null>(null);
  const notifySuccess = ({ message, args = {}, undo = [] }: SuccessMessage) => {
    const action = undo.length > 0 && <UndoAction onUndo={() => decide(undo)} />;
    notify(message, { type: 'success', messageArgs: args, ...(action && { action }) });
  };

  const hooks = {
    busy: setBusy,
    send: useEvent(async (batch: readonly Decision[]) => {
      await send(source.write(record, batch));
      if (pendingMessage.current) notifySuccess(pendingMessage.current);
      pendingMessage.current = null;
    }),
    show: useEvent((decisions: readonly Decision[]) =>
      patch((displayed) => source.applyDecisions(displayed as R, decisions)),
    ),
    onSettled: refresh,
    conflicts: (error: unknown) =>
      error instanceof ApiError && error.rows ? new Set(error.rows.map(({ id }) => id)) : null,
    failed: useEvent(async (error: unknown, lost: readonly Decision[]) => {
      pendingMessage.current = null;
      if (!(error instanceof ApiError && error.rows)) {
        return report(error, { again: () => decide(lost), keptKey: 'saving.problem.decision' });
      }
      // Rows that were saved by this batch or by others must be shown before the next batch is sent.
      await reload().catch(() => undefined);
      const getStatusName = (status: Approval) => getChoiceName(choices.approval, status);
      await report(error, {
        getDifferences: (latest) =>
          lost.map(({ id, status }) => ({
            path: String(id),
            label: translate('process.approval.of', { name: source.getName?.(latest as R, id) ?? '' }),
            serverValue: getStatusName(source.getApproval(latest as R, id)),
            localValue: getStatusName(status),
          })),
      });
    }),
  };
  const [queue] = useState(() => new DecisionQueue(hooks));

  /**
   * Queue decisions. `done` is shown once the server has confirmed them, or immediately if there are none to send;
   * single decisions have none.
   */
  const decide = useEvent((decisions: readonly Decision[], done?: SuccessMessage) => {
    dismiss();
    if (done && decisions.length === 0) notifySuccess(done);
    if (decisions.length === 0) return;
    if (done) pendingMessage.current = done;
    queue.add(decisions, (id) => source.getApproval(record, id));
  });

  return { decide, busy };
}
