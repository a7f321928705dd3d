/** Short names of API types. `npm run types` generates schema.d.ts from the server. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type Role = Schemas['Role'];
/** Meaning of a color of the status palette. */
export type Tone = Schemas['StatusAnswer']['tone'];

export type Login = Schemas['Session'];
/** Login challenge: the second step of a login, after the correct password. */
export type LoginStep = Schemas['LoginStepAnswer'];
/** Two-factor methods of the user. */
export type OwnTwoFactor = Schemas['OwnFactors'];
/** Recovery codes issued with the first method, and the session of a pending login. */
export type AddedMethod = Schemas['AddedFactor'];
/** Role and whether it requires two-factor authentication. */
export type TwoFactorRole = Schemas['RoleOfFactor'];
/** Part of a login that is stored in the session cookie. */
export type Session = Pick<Login, 'identification' | 'token' | 'permissions'>;
/** Active session of the user. */
export type OwnSession = Schemas['OwnSession'];
/** Number of requests of a type that require action. */
export type Counter = Schemas['Counter'];

/** Recipient of an email, with the reason and the text of the email. */
export type MailRecipients = Schemas['MailRecipient'];
/** Notifications of the user, newest first. */
export type InAppNotifications = Schemas['Notices'];

export type Meta = Schemas['Meta'];
export type PageMeta = Schemas['PageMeta'];
export type ResourceMeta = Schemas['ResourceMeta'];
export type Column = Schemas['ColumnMeta'];
export type FormMeta = Schemas['FormMeta'];
export type Field = Schemas['FieldMeta'];
export type FieldType = Field['type'];
export type Section = Schemas['SectionMeta'];
export type FieldFormat = NonNullable<Field['format']>;
export type Moment = Field['on'][number];
export type ChoiceFilter = Schemas['ChoiceFilterMeta'];
export type DateFilter = Schemas['DateFilterMeta'];
export type PartFilter = Schemas['PartFilterMeta'];
export type Filter = ResourceMeta['filters'][number];
export type Choice = Schemas['Choice'];
export type StatusChoice = Schemas['StatusMeta'];

/** Filters, order and columns of a list; null for the list's default. */
export type ViewState = Schemas['ViewState'];
/** View that a list opens with. */
export type DefaultView = Schemas['DefaultViewMeta'];
/** Named view of a list. */
export type SavedView = Schemas['ViewAnswer'];

export type SearchResult = Schemas['SearchResult'];
export type InstrumentSearchResult = Schemas['FoundInstrument'];
export type Charts = Schemas['Chart'];
/** Service in a select. */
export type Service = Pick<Schemas['ServiceChoice'], 'id' | 'name'>;
/** Part in a select; `Part` is the whole entry of the catalog. */
export type PartChoice = Schemas['PartChoice'];
export type Part = Schemas['PartAnswer'];
/** Predefined service; `value` is its price in USD. */
export type PredefinedService = Schemas['TypeAnswer'];
export type PredefinedServices = Schemas['AvailableTypes'];

/** Current version of the request in a 409 STALE response. */
export type CurrentVersion = Schemas['Current'];
export type ErrorBody = Schemas['Error'];
/** Row of a save that another user has changed. */
export type ConflictingRow = Schemas['ConflictingRow'];

/** Response to the creation of a request. */
export type CreatedRequest = Schemas['RepairCreated'] | Schemas['PartRequestCreated'] | Schemas['SupportCreated'];
/** Unit of a new repair. */
export type NewUnit = Required<Schemas['UnitIn']>;

/** Response to an upload; forms send the file by its id. */
export type UploadedFile = Schemas['UploadAnswer'];
/** File of a saved record; images have a signed URL of their preview. */
export type AttachedFile = UploadedFile & Partial<Schemas['AttachmentAnswer']>;

export type Contact = Schemas['ContactAnswer'];
export type Profile = Schemas['Profile'];
