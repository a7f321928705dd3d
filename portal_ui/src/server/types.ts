import type { Tone } from '../theme';
import type { Role } from './session';

export type Choice = { key: string; name: string };
export type StatusChoice = { key: string; value: string; tone: Tone };
export type Localised = { key: string; value: string };
export type RequestType = 'REPAIR' | 'PARTS' | 'REMOTE_SUPPORT';

export type ColumnType =
  | 'text'
  | 'number'
  | 'datetime'
  | 'status'
  | 'role'
  | 'choice'
  | 'choices'
  | 'items'
  | 'boolean';

/** One column of a declared list; `sort` is the name to sort by, null where the list cannot. */
export type Column = { key: string; label: string; type: ColumnType; sort: string | null };

export type Filter =
  | { key: string; label: string; type: 'choices'; choices: (Choice & { tone?: Tone })[] }
  | { key: string; label: string; type: 'switch' };

export type ResourceMeta = {
  name: string;
  title: string;
  path: string;
  /** Where a row leads, by its request type: "process-repair/{id}". */
  record: Record<string, string>;
  columns: Column[];
  filters: Filter[];
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
