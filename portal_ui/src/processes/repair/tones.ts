import type { Tone } from '../../server/types';
import type { Outcome } from './outcomes';
import type { DiagnosticStatus } from './types';

const repairTones: Record<Outcome, Tone> = {
  IN_PROGRESS: 'moving',
  REPLACED: 'done',
  REPAIRED: 'done',
  NON_REPAIRABLE: 'rejected',
  REJECTED: 'rejected',
  NOT_SENT: 'rejected',
  WORKING: 'done',
  OPEN: 'idle',
};

export const repairTone = (key: Outcome): Tone => repairTones[key];

const diagnosticTones: Record<DiagnosticStatus, Tone> = {
  IT_IS_WORKING: 'done',
  FOR_REPAIR: 'waiting',
  NON_REPAIRABLE: 'rejected',
};

export const diagnosticTone = (key: string): Tone => diagnosticTones[key as DiagnosticStatus] ?? 'idle';
