import type { Approval, Decision } from './decisions';
import type { WriteCall } from './processContext';
import type { ProcessRecord } from './types';
import type { DecisionSource } from './useDecisions';

interface Rows<R extends ProcessRecord, Row> {
  /** The record's field that holds the rows, and a row's field that holds the approval. */
  rows: (record: R) => readonly Row[];
  withRows: (record: R, rows: Row[]) => R;
  approvalOf: (row: Row) => Approval;
  withApproval: (row: Row, status: Approval) => Row;
  write: (record: R, decisions: readonly Decision[]) => WriteCall;
}

/** Approvals of the rows of a record. Rows that are not decided stay the same objects: they are not drawn again. */
export function decisionSource<R extends ProcessRecord, Row extends { id: number }>(
  of: Rows<R, Row>,
): DecisionSource<R> {
  return {
    write: of.write,
    approvalOf: (record, id) => {
      const row = of.rows(record).find((one) => one.id === id);
      return row ? of.approvalOf(row) : 'WAITING_APPROVAL';
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
