import type { RowExtras } from '../kernel/list/rows';
import { contactExtras } from './contacts';
import { partRequestExtras } from './partRequests';
import { partsExtras } from './parts/listExtras';
import { remoteSupportExtras } from './remoteSupport';
import { requestExtras } from './requests';

/** Lists that show more than others; all show what requests have in common. */
const extras: Record<string, RowExtras> = {
  contacts: contactExtras,
  'part-requests': { ...requestExtras, ...partRequestExtras },
  parts: partsExtras,
  'remote-support': { ...requestExtras, ...remoteSupportExtras },
};

export const extrasOf = (list: string): RowExtras => extras[list] ?? requestExtras;
