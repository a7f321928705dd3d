import { describe, expect, it } from 'vitest';
import {
  type AccountForm,
  accountOf,
  blankAccount,
  changedAccountBody,
  changedAccountProblems,
  newAccountBody,
  newAccountProblems,
} from './accountForm';
import type { UserProfile } from './profile';

const profile: UserProfile = {
  contact: {
    id: 7,
    username: 'ana',
    firstName: 'Ana',
    lastName: 'Ruiz',
    fullName: 'Ana Ruiz',
    phone: '0123456789',
    email: 'ana@example.org',
    backupEmails: [{ id: 3, value: 'office@example.org' }],
    role: 'CLIENT',
    status: 'Unlocked',
    locked: false,
  },
  address: null,
  clientForAdmin: { id: 4, name: 'Customs', countryCode: 'ES', service: null },
  versions: { contact: '1', address: '1' },
};
const before = accountOf(profile);
const password = 'Grúa-7-azul';

describe('a changed user', () => {
  it('needs no password, and sends none', () => {
    expect(changedAccountProblems(before, true)).toEqual({});
    const body = changedAccountBody({ ...before, username: ' ana_2 ' }, before, true);
    expect(body).toMatchObject({ oldUsername: 'ana', newUsername: 'ana_2' });
    expect(body.backupEmails).toEqual([{ value: 'office@example.org' }]);
    for (const key of ['password', 'confirmPassword', 'currentPassword', 'clientId', 'serviceId', 'role']) {
      expect(body).not.toHaveProperty(key);
    }
  });

  it('needs the current password for the own new one only', () => {
    const typed: AccountForm = { ...before, password, confirmPassword: password };
    expect(changedAccountProblems(typed, true)).toEqual({ currentPassword: 'required' });
    expect(changedAccountProblems(typed, false)).toEqual({});
    expect(changedAccountBody({ ...typed, currentPassword: 'old' }, before, true)).toMatchObject({
      password,
      currentPassword: 'old',
    });
    expect(changedAccountBody({ ...typed, currentPassword: 'old' }, before, false)).not.toHaveProperty(
      'currentPassword',
    );
  });

  it('moves to another organisation of the own kind', () => {
    expect(changedAccountBody({ ...before, organisation: '9' }, before, false)).toMatchObject({ clientId: 9 });
    const service = { ...before, role: 'SERVICE' as const };
    expect(changedAccountBody({ ...service, organisation: '9' }, service, false)).toMatchObject({ serviceId: 9 });
  });
});

describe('a new user', () => {
  const typed: AccountForm = { ...before, organisation: '', role: 'CLIENT', password, confirmPassword: password };

  it('needs a role and a password', () => {
    expect(newAccountProblems(blankAccount)).toMatchObject({ role: 'required', password: 'required' });
    expect(newAccountProblems(typed)).toEqual({});
  });

  it('joins a Client, or makes one and gives it its Service', () => {
    expect(newAccountBody({ ...typed, organisation: '4', service: '5' })).toMatchObject({ clientId: 4 });
    expect(newAccountBody({ ...typed, organisation: '4', service: '5' })).not.toHaveProperty('serviceId');
    expect(newAccountBody({ ...typed, service: '5' })).toMatchObject({ serviceId: 5 });
    expect(newAccountBody({ ...typed, role: 'SERVICE', organisation: '6' })).toMatchObject({ serviceId: 6 });
  });

  it('of another role belongs to no organisation, whatever was chosen before', () => {
    const body = newAccountBody({ ...typed, role: 'ADMIN', organisation: '4', service: '5' });
    expect(body).not.toHaveProperty('clientId');
    expect(body).not.toHaveProperty('serviceId');
    expect(body).not.toHaveProperty('confirmPassword');
  });
});
