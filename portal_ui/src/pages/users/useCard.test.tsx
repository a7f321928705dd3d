// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../server/errors';
import type { UserProfile } from './profile';
import type { Problems } from './rules';
import { useCard } from './useCard';
import { type UserOnPage, UserProvider } from './userContext';

type Form = { firstName: string; phone: string };

const valuesOf = ({ contact }: UserProfile): Form => ({ firstName: contact.firstName, phone: contact.phone });
const profileOf = (form: Form, version: string) =>
  ({ contact: { username: 'ana', ...form }, address: null, versions: { contact: version } }) as UserProfile;
const nothingWrong = (): Problems => ({});

const read = profileOf({ firstName: 'Ana', phone: '1' }, 'v1');
const theirs = profileOf({ firstName: 'Eva', phone: '2' }, 'v2');

const save = vi.fn<(values: Form, before: Form, version: string | undefined) => Promise<string>>();
const reload = vi.fn<UserOnPage['reload']>();

afterEach(() => {
  save.mockReset();
  reload.mockReset();
});

/** The card on a page whose profile can be replaced by a newer one, as a query does. */
function card() {
  let shown = read;
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <CoreAdminContext queryClient={client}>
      <UserProvider value={{ profile: shown, own: false, administers: true, reload, renamed: () => undefined }}>
        {children}
      </UserProvider>
    </CoreAdminContext>
  );
  const { result, rerender } = renderHook(
    () => {
      const found = useCard<Form>({
        card: 'contact',
        valuesOf,
        problemsOf: nothingWrong,
        naming: { label: (path) => path },
        save,
        done: () => 'saved',
      });
      // Read, so that the form tells its changes as it does to fields on the screen.
      return { ...found, dirty: found.form.formState.isDirty };
    },
    { wrapper },
  );
  return {
    result,
    newer: (profile: UserProfile) => {
      shown = profile;
      rerender();
    },
    type: (path: keyof Form, value: string) =>
      act(() => result.current.form.setValue(path, value, { shouldDirty: true })),
    submit: () => act(async () => result.current.submit()),
    values: () => result.current.form.getValues(),
  };
}

/** Types a name and saves it after somebody else has saved the card. */
async function tooLate() {
  const page = card();
  page.type('firstName', 'Mía');
  save.mockRejectedValueOnce(new ApiError(409, { code: 'STALE' }));
  reload.mockResolvedValueOnce(theirs);
  await page.submit();
  page.newer(theirs);
  await waitFor(() => expect(page.result.current.stale).not.toBeNull());
  return page;
}

it('sends the version that was read, and after a save the one that follows', async () => {
  const page = card();
  const saved = profileOf({ firstName: 'Mía', phone: '1' }, 'v2');
  page.type('firstName', 'Mía');
  save.mockResolvedValue('ana');
  reload.mockResolvedValue(saved);
  await page.submit();
  await waitFor(() => expect(page.result.current.dirty).toBe(false));
  expect(save).toHaveBeenLastCalledWith({ firstName: 'Mía', phone: '1' }, valuesOf(read), 'v1');
  page.newer(saved);
  page.type('phone', '3');
  await page.submit();
  expect(save).toHaveBeenLastCalledWith({ firstName: 'Mía', phone: '3' }, valuesOf(saved), 'v2');
});

it('tells who is too late what is different, and sends nothing before a choice', async () => {
  const page = await tooLate();
  expect(page.values()).toEqual({ firstName: 'Mía', phone: '1' });
  expect(page.result.current.stale).toEqual([
    { path: 'firstName', label: 'firstName', theirs: 'Eva', yours: 'Mía' },
    { path: 'phone', label: 'phone', theirs: '2', yours: null },
  ]);
  await page.submit();
  expect(save).toHaveBeenCalledTimes(1);
});

it('who keeps what is typed gets the rest from the other, and may save over it', async () => {
  const page = await tooLate();
  act(() => page.result.current.choose(true));
  expect(page.values()).toEqual({ firstName: 'Mía', phone: '2' });
  expect(page.result.current.stale).toBeNull();
  save.mockResolvedValue('ana');
  reload.mockResolvedValue('unknown');
  await page.submit();
  expect(save).toHaveBeenLastCalledWith({ firstName: 'Mía', phone: '2' }, valuesOf(theirs), 'v2');
});

it('who takes the new state loses what was typed, and only then', async () => {
  const page = await tooLate();
  act(() => page.result.current.choose(false));
  expect(page.values()).toEqual(valuesOf(theirs));
  expect(page.result.current.dirty).toBe(false);
});

it('a newer profile fills a card that nobody types in, and leaves one alone that somebody does', () => {
  const page = card();
  page.newer(theirs);
  expect(page.values()).toEqual(valuesOf(theirs));
  page.type('phone', '9');
  page.newer(profileOf({ firstName: 'Lea', phone: '4' }, 'v3'));
  expect(page.values()).toEqual({ firstName: 'Eva', phone: '9' });
});

it('a lost line keeps what is typed and says so', async () => {
  const page = card();
  page.type('phone', '9');
  save.mockRejectedValueOnce(new NetworkError());
  await page.submit();
  await waitFor(() => expect(page.result.current.problem).toEqual({ kind: 'offline' }));
  expect(page.values().phone).toBe('9');
  expect(page.result.current.dirty).toBe(true);
});

it('a user who is found by another name now is told to be gone', async () => {
  const page = card();
  page.type('phone', '9');
  save.mockRejectedValueOnce(new ApiError(404, { code: 'NOT_FOUND' }));
  reload.mockResolvedValueOnce('gone');
  await page.submit();
  await waitFor(() => expect(page.result.current.problem).toMatchObject({ message: 'users.gone' }));
});
