import type { UploadedFile } from '../../../api/types';
import { exampleFile, hasShape } from '../../../core/creation/hasShape';
import { fieldProblems } from '../../../core/forms/fieldValidation';
import { complete } from '../../../core/forms/inputs/incompleteValue';
import type { Problems } from '../../../core/forms/validators';
import { instantOf } from '../../../core/i18n/newYorkTime';
import { contactFields } from '../../shipping/ContactFields';
import type { ContactValues } from '../../shipping/shippingValues';

/** The form as it is typed; day and time are New York's. */
export interface SupportForm {
  specialSupport: 'yes' | 'no';
  title: string;
  description: string;
  /** The unit that it is about, where it is about one. */
  category: string;
  partId: number | '';
  serialNumber: string;
  day: string;
  time: string;
  methods: string[];
  attachments: UploadedFile[];
  contact: ContactValues;
  /** The client that a service asks for, and its name for a draft that comes back; '' where a client asks for itself. */
  client: string;
  clientName: string;
}

export const TITLE_LENGTH = 255;
export const DESCRIPTION_LENGTH = 4000;

const noClient = { client: '', clientName: '' } as const;
const noUnit = { category: '', partId: '', serialNumber: '' } as const;

/** An empty form; the contact is offered from the profile. */
export const blankForm = (contact?: ContactValues): SupportForm => ({
  specialSupport: 'no',
  title: '',
  ...noUnit,
  ...noClient,
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

/** What is wrong, by path; a service must name the client. */
export function supportProblems(form: SupportForm, isForClient = false): Problems {
  const broken: Record<string, string> = {};
  if (isForClient && form.client === '') broken.client = 'newRemoteSupport.rule.required';
  for (const name of ['title', 'description', 'day', 'time'] as const) {
    if (form[name].trim() === '') broken[name] = 'newRemoteSupport.rule.required';
  }
  for (const name of ['day', 'time'] as const) {
    if (complete(form[name])) broken[name] = 'newRemoteSupport.rule.halfTyped';
  }
  if (!broken.day && !broken.time && instantOf(form) === null) broken.time = 'newRemoteSupport.rule.leftOut';
  if (form.methods.length === 0) broken.methods = 'newRemoteSupport.rule.method';
  return { ...broken, ...fieldProblems(contactFields, form) };
}

/** The form as the server takes it. */
export const supportBodyOf = (form: SupportForm) => ({
  title: form.title.trim(),
  description: form.description.trim(),
  partId: form.partId === '' ? null : form.partId,
  serialNumber: form.serialNumber.trim(),
  specialSupport: form.specialSupport === 'yes',
  preferredDate: instantOf(form) ?? '',
  preferredContactMethods: form.methods,
  contact: form.contact,
  attachments: form.attachments.map(({ id }) => ({ id })),
  ...(form.client !== '' && { client: { id: Number(form.client) } }),
});

/** The server's name of a field as the form has it. */
export function formPathOf(path: string): string {
  if (path.startsWith('preferredContactMethods')) return 'methods';
  if (path.startsWith('preferredDate')) return 'time';
  if (path.startsWith('attachments')) return 'attachments';
  return path.startsWith('client') ? 'client' : path;
}

/** What a draft kept, when it can be read whole; one of an earlier day knows no unit. */
export function readStored(value: unknown): SupportForm | null {
  const { partId: _, ...example }: SupportForm = { ...blankForm(), methods: [''], attachments: [exampleFile] };
  const stored = typeof value === 'object' ? { ...noUnit, ...noClient, ...value } : value;
  const isPart = (id: unknown): id is SupportForm['partId'] => typeof id === 'number' || id === '';
  return hasShape(stored, example) && 'partId' in stored && isPart(stored.partId)
    ? { ...stored, partId: stored.partId }
    : null;
}
