import type { Contact, Role } from '../../server/types';
import type { UserProfile } from './profile';
import { type Problems, passwordProblems, personProblems } from './rules';

/** The account details as they are typed. Ids are texts, "" where nothing is chosen. */
export type AccountForm = {
  username: string;
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  backupEmails: { value: string }[];
  role: Role | '';
  /** The Client or Service that the user belongs to. */
  organisation: string;
  /** The Service of a new Client. */
  service: string;
  password: string;
  confirmPassword: string;
  currentPassword: string;
};

export const blankAccount: AccountForm = {
  username: '',
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  backupEmails: [],
  role: '',
  organisation: '',
  service: '',
  password: '',
  confirmPassword: '',
  currentPassword: '',
};

/** The account details of a profile; passwords are never read. */
export function accountOf({ contact, clientForAdmin, serviceForAdmin }: UserProfile): AccountForm {
  const { username, firstName, lastName, phone, email, backupEmails, role } = contact;
  const organisation = String(clientForAdmin?.id ?? serviceForAdmin?.id ?? '');
  const emails = backupEmails.map(({ value }) => ({ value }));
  return { ...blankAccount, username, firstName, lastName, phone, email, backupEmails: emails, role, organisation };
}

/** What is wrong with a new user. */
export function newAccountProblems(form: AccountForm): Problems {
  const problems: Problems = { ...personProblems(form), ...passwordProblems(form.password, form.confirmPassword) };
  if (form.role === '') problems.role = 'required';
  return problems;
}

/** What is wrong with a changed user: a password only once one is typed, the current one for the own account. */
export function changedAccountProblems(form: AccountForm, own: boolean): Problems {
  const problems = personProblems(form);
  if (form.password === '') return problems;
  Object.assign(problems, passwordProblems(form.password, form.confirmPassword));
  if (own && form.currentPassword === '') problems.currentPassword = 'required';
  return problems;
}

const person = (form: AccountForm) => ({
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  phone: form.phone.trim(),
  email: form.email.trim(),
  backupEmails: form.backupEmails.map(({ value }) => ({ value: value.trim() })),
});

const idOf = (key: string): number | undefined => (key === '' ? undefined : Number(key));

/** A new user as the server takes one. A Client is joined, or made and given its Service. */
export function newAccountBody(form: AccountForm) {
  const organisation = idOf(form.organisation);
  const joined = form.role === 'CLIENT' ? { clientId: organisation } : { serviceId: organisation };
  const made = form.role === 'CLIENT' && organisation === undefined ? { serviceId: idOf(form.service) } : {};
  return {
    ...person(form),
    username: form.username.trim(),
    password: form.password,
    permission: form.role,
    ...(belongs(form.role) ? { ...joined, ...made } : {}),
  };
}

/** A changed user as the server takes one; the organisation only where the user moves to another. */
export function changedAccountBody(form: AccountForm, before: AccountForm, own: boolean) {
  const moved = form.organisation !== before.organisation ? idOf(form.organisation) : undefined;
  return {
    ...person(form),
    oldUsername: before.username,
    newUsername: form.username.trim(),
    ...(form.password === '' ? {} : { password: form.password }),
    ...(form.password !== '' && own ? { currentPassword: form.currentPassword } : {}),
    ...(moved === undefined ? {} : form.role === 'CLIENT' ? { clientId: moved } : { serviceId: moved }),
  };
}

/** Roles whose users belong to an organisation. */
export const belongs = (role: Contact['role'] | ''): boolean => role === 'CLIENT' || role === 'SERVICE';

const formPaths: Record<string, keyof AccountForm> = {
  newUsername: 'username',
  permission: 'role',
  clientId: 'organisation',
  serviceId: 'organisation',
};

/** The server's name of a field as the form has it. */
export const accountPath = (path: string): string => formPaths[path] ?? path;
