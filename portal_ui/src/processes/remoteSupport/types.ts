import type { AttachedFile } from '../../kernel/files/types';
import type { Approval } from '../../kernel/process/decisions';
import type { ProcessRecord } from '../../kernel/process/types';
import type { ContactValues } from '../../shared/shipping/types';

/** A session of remote service, as it is saved. */
export interface Session {
  id: number;
  durationInHours: number;
  /** "YYYY-MM-DD". */
  completionDate: string;
  summary: string;
}

/** The hour after completion in which sessions may still be edited. */
export interface EditMode {
  enabled: boolean;
  endAt: string | null;
  /** The server's count, so that the viewer's clock does not matter. */
  secondsLeft: number;
}

export interface RemoteSupport extends ProcessRecord {
  title: string;
  description: string;
  specialSupport: boolean;
  /** An instant; shown as New York time. */
  preferredDate: string;
  preferredContactMethods: string[];
  contact: ContactValues;
  attachments: AttachedFile[];
  initialApproval: Approval;
  serviceReviewSessions: Session[];
  serviceReviewSessionsEditMode: EditMode;
  totalHours: number;
  /** Absent for those who may not see it. */
  totalCost?: number | null;
  lastSessionDate: string | null;
  /** When this answer came, on the browser's monotonic clock: what the countdown runs from. */
  readAt: number;
}
