import type { DiagnosticStatus, RepairPart } from '../../../api/repairs';

const buildDiagnosis = (key: DiagnosticStatus) => ({
  status: { key, value: key },
  comment: '',
  withPredefinedTypes: false,
});

/** Create a repair unit for tests, with initial approval and overrides. */
export function buildPart(id: number, more: Partial<RepairPart> & { found?: DiagnosticStatus } = {}): RepairPart {
  const { found, ...rest } = more;
  return {
    id,
    rowNumber: id,
    partId: 1,
    category: { key: 'HANDHELD', name: 'Handheld' },
    partName: 'RadEye G-10',
    imageUrl: null,
    serialNumber: `SN ${id}`,
    serviceTag: '',
    problemDescription: '',
    attachments: [],
    initialApproval: 'APPROVED',
    repairApproval: 'WAITING_APPROVAL',
    needsApproval: false,
    toRepair: false,
    isMissing: false,
    addedInDiagnostics: false,
    repairStatus: null,
    repairComment: '',
    replacementSerial: '',
    approvalComments: {},
    diagnosticInfo: found ? buildDiagnosis(found) : { status: null, comment: '', withPredefinedTypes: false },
    packing: {
      packageId: null,
      customsValue: null,
      hsCode: '',
      origin: '',
      catalogueHsCode: '',
      catalogueOrigin: '',
      battery: '',
      checkSource: '',
    },
    ...rest,
  };
}

/** Contact of a shipment. */
export const contact = {
  firstName: 'Nino',
  lastName: 'Beridze',
  phone: '+995 32 255 01 83',
  email: 'nino@example.org',
  backupEmails: [],
};

/** Address of a shipment. */
export const address = {
  companyName: 'Customs Service',
  country: 'GE',
  province: '',
  city: 'Tbilisi',
  postalCode: '0114',
  street: 'Gorgasali 16',
  building: '',
};
