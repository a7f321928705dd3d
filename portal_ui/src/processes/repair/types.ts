import type { AttachedFile } from '../../kernel/files/types';
import type { Approval } from '../../kernel/process/decisions';
import type { ApprovalComment, ProcessRecord } from '../../kernel/process/types';
import type { AddressValues, ContactValues, CourierValues, PackageValues } from '../../shared/shipping/types';

export interface KeyName {
  key: string;
  name: string;
}

export interface KeyValue {
  key: string;
  value: string;
}

/** A predefined service; `value` is its price in USD. */
export interface PredefinedType {
  id: number;
  text: string;
  shortText: string;
  value: number;
}

export interface Prices {
  diagnosticPrice?: number | null;
  repairPrice?: number | null;
  partsPrice?: number | null;
}

export interface ChosenTypes {
  diagnosticTypes?: PredefinedType[];
  repairTypes?: PredefinedType[];
  partsTypes?: PredefinedType[];
}

export interface TypeTotals {
  diagnosticTypes: number;
  repairTypes: number;
  partsTypes: number;
}

export interface AvailableTypes {
  DIAGNOSTICS: PredefinedType[];
  REPAIRS: PredefinedType[];
  PARTS: PredefinedType[];
}

export type DiagnosticStatus = 'IT_IS_WORKING' | 'FOR_REPAIR' | 'NON_REPAIRABLE';
export type RepairStatus = 'IN_PROGRESS' | 'REPLACED' | 'REPAIRED' | 'NON_REPAIRABLE' | 'REJECTED';

export interface DiagnosticInfo {
  status: KeyValue | null;
  comment: string | null;
  withPredefinedTypes: boolean;
  /** Absent for those who may not see it. */
  pricesOrPredefinedTypes?: (Prices & ChosenTypes) | null;
  totalCost?: number | null;
  typeTotals?: TypeTotals;
}

/** One unit of a repair. */
export interface RepairPart {
  id: number;
  /** Its place among the units of the repair; only shown. */
  rowNumber: number;
  partId: number;
  category: KeyName;
  partName: string;
  imageUrl: string | null;
  serialNumber: string;
  serviceTag: string | null;
  problemDescription: string | null;
  attachments: AttachedFile[];
  initialApproval: Approval;
  repairApproval: Approval;
  needsApproval: boolean;
  toRepair: boolean;
  addedInDiagnostics: boolean;
  repairStatus: RepairStatus | null;
  repairComment?: string | null;
  approvalComments: Partial<Record<string, ApprovalComment>>;
  diagnosticInfo: DiagnosticInfo | null;
}

export interface PickUpShipping extends CourierValues {
  contact: ContactValues;
  address: AddressValues;
  packages: PackageValues[];
  note: string | null;
  /** False while contact and address are only offered, not saved. */
  saved: boolean;
}

export interface Repair extends ProcessRecord {
  deliveryExpectedBy: string | null;
  pickUpShippingDetails: PickUpShipping;
  transitInfo: { courierArrivingTime: string | null; note: string | null } | null;
  transitBackShippingDetails: CourierValues | null;
  diagnosticStartDate: string | null;
  availableTypes?: Record<string, AvailableTypes>;
  repairParts: RepairPart[];
}
