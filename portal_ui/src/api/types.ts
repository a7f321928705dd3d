/** The shapes of the calls, by shorter names; schema.d.ts is generated from the server (`npm run types`). */
import type { components } from './schema';

type Schemas = components['schemas'];

export type Role = Schemas['Role'];
/** Meaning of a color of the status palette. */
export type Tone = Schemas['StatusAnswer']['tone'];

export type Login = Schemas['Session'];
/** What a login still wants after the right password. */
export type LoginStep = Schemas['LoginStepAnswer'];
/** What the user has beside the password. */
export type OwnTwoFactor = Schemas['OwnFactors'];
/** Recovery codes that come with the first factor, and the session that waited for it. */
export type AddedMethod = Schemas['AddedFactor'];
/** Whether a role needs a second factor. */
export type TwoFactorRole = Schemas['RoleOfFactor'];
/** What is kept of it. */
export type Session = Pick<Login, 'identification' | 'token' | 'permissions'>;
/** Where the user is logged in. */
export type OwnSession = Schemas['OwnSession'];
/** How many requests of a kind wait for the user. */
export type Counter = Schemas['Counter'];

/** Somebody who would be told by mail, why, and the mail. */
export type MailRecipients = Schemas['MailRecipient'];
/** What was told to the user, the newest first. */
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

/** What a view of a list shows; null is the list's own. */
export type ViewState = Schemas['ViewState'];
/** The view that a list opens with. */
export type DefaultView = Schemas['DefaultViewMeta'];
/** A list's filters, order and columns under a name. */
export type SavedView = Schemas['ViewAnswer'];

export type SearchResult = Schemas['SearchResult'];
export type InstrumentSearchResult = Schemas['FoundInstrument'];
export type Charts = Schemas['Chart'];
/** A service as one is chosen. */
export type Service = Pick<Schemas['ServiceChoice'], 'id' | 'name'>;
/** A part as one is chosen, and one of the catalog as it is written. */
export type PartChoice = Schemas['PartChoice'];
export type Part = Schemas['PartAnswer'];
/** A predefined service; `value` is its price in USD. */
export type PredefinedService = Schemas['TypeAnswer'];
export type PredefinedServices = Schemas['AvailableTypes'];

/** What a 409 STALE tells of the request as it is now. */
export type CurrentVersion = Schemas['Current'];
export type ErrorBody = Schemas['Error'];
/** A row of a save that somebody else had changed. */
export type ConflictingRow = Schemas['ConflictingRow'];

/** What the creation of a request answers. */
export type CreatedRequest = Schemas['RepairCreated'] | Schemas['PartRequestCreated'] | Schemas['SupportCreated'];
/** A unit of a new repair. */
export type NewUnit = Required<Schemas['UnitIn']>;

/** A file that the server holds for the caller: what an upload answers and what a form sends back by id. */
export type UploadedFile = Schemas['UploadAnswer'];
/** A file that belongs to something already; images have a signed address of their preview. */
export type AttachedFile = UploadedFile & Partial<Schemas['AttachmentAnswer']>;

export type Contact = Schemas['ContactAnswer'];
export type Profile = Schemas['Profile'];
