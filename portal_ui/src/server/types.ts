import type { Tone } from '../theme';
import type { Role } from './session';

/** `hint` tells more of it, and is searched too. */
export type Choice = { key: string; name: string; hint?: string };
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

export type FieldType =
  | 'text'
  | 'longText'
  | 'number'
  | 'money'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'texts'
  | 'matrix'
  | 'image';
/** What a text is; a password is written and never read. */
export type FieldFormat = 'email' | 'phone' | 'personName' | 'username' | 'password' | 'currentPassword';
export type Moment = 'create' | 'edit';

/** One field of a declared form. A text that is written in both languages has a field for each, of one `group`. */
export type Field = {
  key: string;
  label: string;
  help: string | null;
  type: FieldType;
  format: FieldFormat | null;
  required: boolean;
  /** Shown as text: the reader does not write it. */
  readOnly: boolean;
  maxLength: number | null;
  /** What is to choose from, in a matrix its columns; what depends on the record stands in its `choices`. */
  choices: Choice[];
  /** When it is written. */
  on: Moment[];
  /** The key of the section that it stands in. */
  section: string | null;
  group: string | null;
  language: string | null;
  /**
   * Shown and written only where that field is shown itself and has one of the values: "" stands for none, and where
   * no values are named, any value will do.
   */
  dependsOn: { field: string; values: string[] } | null;
  /** What the browser may fill in. */
  autoComplete: string | null;
};

/** A part of a form under a heading of its own. */
export type Section = { key: string; label: string; hint: string | null };

/** How a row of a declared list is written; what the reader does not write is read-only. */
export type FormMeta = { sections: Section[]; fields: Field[]; delete: boolean };

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
