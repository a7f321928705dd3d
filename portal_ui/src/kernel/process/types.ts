import type { Tone } from '../../shared/tones';

export interface ProcessStep {
  key: string;
  label: string;
  /** Who acts in the step: a role's key, and its name in the viewer's language. */
  actor: string | null;
  actorLabel: string | null;
  state: 'done' | 'current' | 'upcoming';
  enabled: boolean;
  editable: boolean;
  leftAt: string | null;
  /** What the server says differently to this viewer: a heading, a sentence above the content, columns not shown. */
  title?: string | null;
  note?: string | null;
  hides?: string[];
}

export interface ProcessAction {
  key: string;
  label: string;
  tab: string | null;
  enabled: boolean;
  reason: string | null;
}

export interface StatusValue {
  key: string;
  value: string;
  tone?: Tone;
}

/** What the server says may be seen and done now: tabs and buttons are drawn from this alone. */
export interface ProcessInfo {
  kind: string;
  tab: string;
  turn: string | null;
  isYourTurn: boolean;
  steps: ProcessStep[];
  actions: ProcessAction[];
  statuses?: StatusValue[];
}

/** A comment on a request or one of its items, one for each owner and step. */
export interface ApprovalComment {
  text: string;
  by: string;
  at: string;
}

/** What every kind of request answers beside its own data. */
export interface ProcessRecord {
  id: number;
  number: string;
  status: StatusValue;
  version: number;
  createdAt: string;
  updatedAt: string;
  completedAt?: string | null;
  clientName?: string;
  serviceName?: string;
  isOverdue?: boolean;
  isAllowedToContinue: boolean;
  approvalComments?: Partial<Record<string, ApprovalComment>>;
  process: ProcessInfo;
}

/** What a save or a move answers. */
export interface SaveAnswer {
  isAllowedToContinue?: boolean;
  allowedToContinue?: boolean;
  version?: number;
  status?: StatusValue;
}

/** The state that a refused call (409 STALE) found. */
export interface StaleState {
  status?: StatusValue;
  version?: number;
  changedBy?: string | null;
  changedAt?: string | null;
}
