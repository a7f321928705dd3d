import type { RowExtras } from '../kernel/list/rows';
import { LockState } from '../shared/LockState';

/** What the list of users shows beyond its columns: whether somebody is locked, red or green. */
export const contactExtras: RowExtras = {
  role: { width: 180 },
  locked: { width: 148, render: (row) => <LockState locked={row.locked === true} status={String(row.status)} /> },
};
