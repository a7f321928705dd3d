import type { components } from '../../../api/schema';
import type { UploadedFile } from '../../../api/types';
import { exampleFile, hasShape } from '../../../core/creation/hasShape';
import { validateFields } from '../../../core/forms/fieldValidation';
import { validateCompleteness } from '../../../core/forms/inputs/incompleteValue';
import type { ValidationErrors } from '../../../core/forms/validators';
import { toInstant } from '../../../core/i18n/newYorkTime';
import { contactFields } from '../../shipping/ContactFields';
import type { ContactValues } from '../../shipping/shippingValues';

type Schemas = components['schemas'];

/** Form values; day and time are in New York time. */
export interface SupportForm {
  specialSupport: 'yes' | 'no';
  title: string;
  description: string;
  /** Unit of the request, if any. */
  category: string;
  partId: number | '';
  serialNumber: string;
  day: string;
  time: string;
  methods: string[];
  attachments: UploadedFile[];
  contact: ContactValues;
  /** Client of a service's request, or ''. The name is stored for a restored draft. */
  client: string;
  clientName: string;
}

export const MAX_TITLE_LENGTH = 255;
export const MAX_DESCRIPTION_LENGTH = 4000;

/** Optional fields: older drafts may lack them. */
const OPTIONAL = { category: '', partId: '', serialNumber: '', client: '', clientName: '' } as const;

/** Return an empty form with the contact of the profile. */
export const createEmptyForm = (contact?: ContactValues): SupportForm => ({
  specialSupport: 'no',
  title: '',
  ...OPTIONAL,
  description: '',
  day: '',
  time: '',
  methods: [],
  attachments: [],
  contact: {
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    phone: contact?.phone ?? '',
    email: contact?.email ?? '',
    backupEmails: contact?.backupEmails.map(({ value }) => ({ value })) ?? [],
  },
});

/** Return validation errors by path. A service must select the client. */
export function validateSupportForm(form: SupportForm, isForClient = false): ValidationErrors {
  const broken: Record<string, string> = {};
  if (isForClient && form.client === '') broken.client = 'newRemoteSupport.rule.required';
  for (const name of ['title', 'description', 'day', 'time'] as const) {
    if (form[name].trim() === '') broken[name] = 'newRemoteSupport.rule.required';
  }
  for (const name of ['day', 'time'] as const) {
    if (validateCompleteness(form[name])) broken[name] = 'newRemoteSupport.rule.halfTyped';
  }
  if (!broken.day && !broken.time && toInstant(form) === null) broken.time = 'newRemoteSupport.rule.leftOut';
  if (form.methods.length === 0) broken.methods = 'newRemoteSupport.rule.method';
  return { ...broken, ...validateFields(contactFields, form) };
}

/** Convert the form to the request body; a client's own request names no client. */
export const toSupportBody = (form: SupportForm) =>
  ({
    title: form.title.trim(),
    description: form.description.trim(),
    partId: form.partId === '' ? null : form.partId,
    serialNumber: form.serialNumber.trim(),
    specialSupport: form.specialSupport === 'yes',
    preferredDate: toInstant(form) ?? '',
    preferredContactMethods: form.methods,
    contact: form.contact,
    attachments: form.attachments.map(({ id }) => ({ id })),
    ...(form.client !== '' && { client: { id: Number(form.client) } }),
  }) satisfies Record<Exclude<keyof Schemas['SupportIn'], 'client'>, unknown>;

/** Map a server path to a form path. */
export function toFormPath(path: string): string {
  if (path.startsWith('preferredContactMethods')) return 'methods';
  if (path.startsWith('preferredDate')) return 'time';
  if (path.startsWith('attachments')) return 'attachments';
  return path.startsWith('client') ? 'client' : path;
}

/** Parse a draft, or return null if its shape is invalid. */
export function parseSupportDraft(value: unknown): SupportForm | null {
  const { partId: _, ...example }: SupportForm = { ...createEmptyForm(), methods: [''], attachments: [exampleFile] };
  const stored = typeof value === 'object' ? { ...OPTIONAL, ...value } : value;
  const isPart = (id: unknown): id is SupportForm['partId'] => typeof id === 'number' || id === '';
  return hasShape(stored, example) && 'partId' in stored && isPart(stored.partId)
    ? { ...stored, partId: stored.partId }
    : null;
}
