import type { Choice, FieldType } from '../../server/types';

/** Where an import stands. */
export type RunState =
  | 'READING'
  | 'COLUMNS'
  | 'CHECKING'
  | 'REVIEW'
  | 'WRITING'
  | 'DONE'
  | 'FAILED'
  | 'CANCELLED'
  | 'UNDOING'
  | 'UNDONE';

/** What is to be done with a row, or that it cannot be. */
export type Verdict = 'CREATE' | 'CHANGE' | 'SAME' | 'WRONG';

export interface RunColumn {
  index: number;
  heading: string;
  samples: string[];
  field: string | null;
  sure: boolean;
  remembered: boolean;
}

export interface RunField {
  key: string;
  label: string;
  type: FieldType;
  required: boolean;
  choices: Choice[];
}

export interface Counts {
  create: number;
  change: number;
  same: number;
  wrong: number;
  /** Blank rows. */
  skipped: number;
}

/** One import of a file, from its reading to its undoing. */
export interface Run {
  id: number;
  target: string;
  title: string;
  state: RunState;
  fileName: string;
  createdAt: string;
  finishedAt: string | null;
  by: string;
  version: number;
  progress: number | null;
  error: { code: string; message: string } | null;
  sheets: { index: number; name: string; rows: number }[];
  sheet: number;
  headerRow: number;
  preview: string[][];
  columns: RunColumn[];
  /** What holds for rows that have nothing in a field. */
  fixed: Record<string, string>;
  fields: RunField[];
  missing: string[];
  counts: Counts | null;
  canWrite: boolean;
  canUndo: boolean;
  undoBlocked: string | null;
}

/** The part that a unit of a new repair names. */
export interface UnitRecord {
  id: number;
  partName: string;
  manufacturer: string;
  number: string;
  category: string;
  imageUrl: string | null;
}

/** A row of the file as it was understood. */
export interface RunRow {
  number: number;
  verdict: Verdict;
  recordId: number | null;
  record: UnitRecord | null;
  cells: Record<string, string>;
  old: Record<string, string>;
  errors: Record<string, string[]>;
  notes: Record<string, string[]>;
}

export interface RowsPage {
  content: RunRow[];
  totalElements: number;
}

/** A corrected row, the others whose verdict it changed, and how many there are of each kind now. */
export interface Corrected {
  row: RunRow;
  others: RunRow[];
  counts: Counts;
  version: number;
}
