import type { Tone } from '../theme';
import type { Role } from './session';

export type Choice = { key: string; name: string };
export type StatusChoice = { key: string; value: string; tone: Tone };
export type Localised = { key: string; value: string };
export type RequestType = 'REPAIR' | 'PARTS' | 'REMOTE_SUPPORT';

export type ColumnType =
  | 'text'
  | 'number'
  | 'money'
  | 'datetime'
  | 'date'
  | 'status'
  | 'role'
  | 'choice'
  | 'choices'
  | 'items'
  | 'image'
  | 'boolean';

/** One column of a declared list; `sort` is the name to sort by, null where the list cannot. */
export type Column = { key: string; label: string; type: ColumnType; sort: string | null };

type FilterBase = { key: string; label: string };

/** A "choice" is one of its choices, a "given" one is shown only where an address sets it. */
export type ChoiceFilter = FilterBase & {
  type: 'choices' | 'choice' | 'given';
  choices: (Choice & { tone?: Tone })[];
};
/** A day; `other` caps it, `bound` says which end this one is. */
export type DateFilter = FilterBase & { type: 'date'; other: string; bound: 'from' | 'to' };
/** A part of the category that the filter `other` holds. */
export type PartFilter = FilterBase & { type: 'part'; other: string };
export type Filter = ChoiceFilter | DateFilter | PartFilter | (FilterBase & { type: 'switch' | 'text' });

export type FieldType = 'text' | 'longText' | 'number' | 'money' | 'boolean' | 'choice' | 'choices' | 'image';
export type Moment = 'create' | 'edit';

/** One field of a declared form. A text that is written in both languages has a field for each, of one `group`. */
export type Field = {
  key: string;
  label: string;
  type: FieldType;
  required: boolean;
  maxLength: number | null;
  choices: Choice[];
  /** When it is written. */
  on: Moment[];
  group: string | null;
  language: string | null;
};

/** How a row of a declared list is written, for those who may. */
export type FormMeta = { fields: Field[]; delete: boolean };

export type ResourceMeta = {
  name: string;
  title: string;
  /** The route of the list; "" where it has no screen of its own. */
  path: string;
  /** Where a row leads, by its request type: "process-repair/{id}". Any column of the row may stand in it. */
  record: Record<string, string>;
  /** The route of a new row. */
  create: string | null;
  /** The heading in the navigation that the list stands under; "" where it has a place of its own, or none. */
  group: string;
  /** Whether a new row has an entry there, too. */
  newInGroup: boolean;
  /** What the pages of a new row and of an edited one are called. */
  titles: { add: string; edit: string } | null;
  form: FormMeta | null;
  columns: Column[];
  filters: Filter[];
  /** Nothing is listed before a filter is chosen. */
  filterRequired: boolean;
  /** Rows open in a tab of their own. */
  opensApart: boolean;
  search: boolean;
  defaultSort: [string, 'ASC' | 'DESC'];
  pageSizes: number[];
  pageSize: number;
  export: string | null;
};

export type Meta = {
  role: Role;
  user: { username: string; firstName: string; lastName: string };
  resources: ResourceMeta[];
  statuses: Record<string, StatusChoice[]>;
  choices: Record<string, Choice[]>;
  limits: {
    attachmentCount: number;
    attachmentBytes: number;
    imageBytes: number;
    units: number;
    quantity: number;
    packages: number;
    comment: number;
    note: number;
  };
};

export type Counter = { requestType: RequestType; total: number };

export type Address = {
  companyName: string;
  country: string;
  province: string;
  city: string;
  postalCode: string;
  street: string;
  building: string;
};

export type BackupEmail = { id: number; value: string };

export type Contact = {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  backupEmails: BackupEmail[];
  role: Role;
  status: string;
  locked: boolean;
  fullName: string;
};

export type Profile = {
  contact: Contact;
  address: Address | null;
  serviceForClient?: {
    name: string;
    username: string | null;
    contactFullName: string | null;
    contactEmail: string | null;
    country: string | null;
    city: string | null;
    postalCode: string | null;
    address: string | null;
  } | null;
  serviceForService?: { name: string; price: number | null } | null;
  managerForAdmin?: { clients: { id: number; name: string }[] } | null;
};
