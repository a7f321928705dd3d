import type { AttachedFile } from '../../kernel/files/types';
import type { Approval } from '../../kernel/process/decisions';
import type { ApprovalComment, ProcessRecord } from '../../kernel/process/types';
import type { AddressValues, ContactValues, CourierValues } from '../../shared/shipping/types';

/** One item: a part of the catalogue, or a proposed one with its pictures. */
export interface RequestedPart {
  id: number;
  partId: number | null;
  category: { key: string; name: string } | null;
  partName: string;
  quantity: number;
  imageUrl: string | null;
  images: AttachedFile[];
  initialApproval: Approval;
  /** Absent for those who may not read them. */
  approvalComments?: Partial<Record<string, ApprovalComment>> | null;
}

export interface OneWayShipping extends CourierValues {
  contact: ContactValues;
  address: AddressValues;
  /** False while contact and address are only offered, not saved. */
  saved: boolean;
}

export interface PartRequest extends ProcessRecord {
  requestId: string;
  /** The last day of the confirmation window. */
  deliveryExpectedBy: string | null;
  requestedParts: RequestedPart[];
  onewayShipping: OneWayShipping;
}
