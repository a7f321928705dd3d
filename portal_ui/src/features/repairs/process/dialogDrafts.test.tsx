// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSession } from '../../../api/session';
import { PreviewProvider } from '../../../core/files/preview';
import { CommentButton } from '../../../core/process/CommentButton';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import AddUnitDialog from './AddUnitDialog';
import { buildRepairComment } from './repairUpdates';

const repair = buildRecord({ repairParts: [] });
const parts = [{ id: 3, partName: 'Radeye B20', manufacturer: 'Thermo', model: 'B20', imageUrl: null }];
const onClose = vi.fn();

/** Render the content; a second call simulates a reload after login. */
function open(content: ReactElement) {
  cleanup();
  const page = (
    <PreviewProvider>
      <TestPage record={repair}>{content}</TestPage>
    </PreviewProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

async function choose(label: RegExp, option: string | RegExp) {
  const picker = () => screen.getByRole<HTMLInputElement>('combobox', { name: label });
  await waitFor(() => expect(picker().disabled).toBe(false));
  fireEvent.focus(picker());
  fireEvent.keyDown(picker(), { key: 'ArrowDown' });
  fireEvent.click(await screen.findByRole('option', { name: option }));
}

beforeEach(() => {
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const found = String(input).includes('categories') ? [{ key: 'HANDHELD', name: 'Handheld' }] : parts;
    return new Response(JSON.stringify(found), { status: 200 });
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('restores an unsent comment of a unit after the session expired, until it is sent', {
  timeout: 30_000,
}, async () => {
  const comment = (unit: number) => (
    <CommentButton title="Unit" comment={undefined} write={buildRepairComment('part', unit, 'NEW')} />
  );
  const openDialog = (unit: number) => {
    open(comment(unit));
    fireEvent.click(button(/Add a comment/));
  };
  openDialog(1);
  type(/^Comment/, 'Pager without its battery');
  openDialog(2);
  expect(field(/^Comment/).value).toBe('');
  openDialog(1);
  await waitFor(() => expect(field(/^Comment/).value).toBe('Pager without its battery'));
  expect(screen.getByText(/We restored your unsaved changes/)).toBeTruthy();
  fireEvent.click(button('Save comment'));
  await waitFor(() => expect(screen.queryByLabelText(/^Comment/)).toBeNull());
  openDialog(1);
  expect(field(/^Comment/).value).toBe('');
});

it('restores the draft of a unit to add, with its part', { timeout: 30_000 }, async () => {
  open(<AddUnitDialog onClose={onClose} />);
  await choose(/^Category/, 'Handheld');
  await choose(/^Part/, /Radeye B20/);
  type(/^Serial number/, 'FOUND-1');

  open(<AddUnitDialog onClose={onClose} />);
  await waitFor(() => expect(field(/^Serial number/).value).toBe('FOUND-1'));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Part/ }).value).toMatch(/Radeye B20/),
  );
  expect(button('Add').disabled).toBe(false);
});

it('repeats the idempotency key for the same unit after a lost response, and uses another key for another unit', {
  timeout: 30_000,
}, async () => {
  const keys: (string | null)[] = [];
  const fetchMock = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    if (!String(input).includes('add/repair-part')) return fetchMock(input);
    keys.push(new Headers(init.headers).get('Idempotency-Key'));
    throw new TypeError('Failed to fetch');
  });
  open(<AddUnitDialog onClose={onClose} />);
  await choose(/^Category/, 'Handheld');
  await choose(/^Part/, /Radeye B20/);
  const add = async (serial: string) => {
    type(/^Serial number/, serial);
    const before = keys.length;
    await waitFor(() => expect(button('Add').disabled).toBe(false));
    fireEvent.click(button('Add'));
    await waitFor(() => expect(keys.length).toBe(before + 1));
  };
  await add('FOUND-1');
  await add('FOUND-1');
  await add('FOUND-2');
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('sends a unit with trimmed texts and its part, only once part and serial number are set', {
  timeout: 30_000,
}, async () => {
  const bodies: unknown[] = [];
  const fetchMock = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    if (!String(input).includes('add/repair-part')) return fetchMock(input);
    bodies.push(JSON.parse(String(init.body)));
    return new Response('{"version":2}', { status: 200 });
  });
  onClose.mockReset();
  open(<AddUnitDialog onClose={onClose} />);
  expect(button('Add').disabled).toBe(true);
  type(/^Serial number/, ' FOUND-1 ');
  type(/^Service tag/, ' T-1 ');
  type(/^Problem/, ' Silent ');
  expect(button('Add').disabled).toBe(true);
  await choose(/^Category/, 'Handheld');
  await choose(/^Part/, /Radeye B20/);
  type(/^Serial number/, ' ');
  await waitFor(() => expect(button('Add').disabled).toBe(true));
  type(/^Serial number/, ' FOUND-1 ');
  await waitFor(() => expect(button('Add').disabled).toBe(false));
  fireEvent.click(button('Add'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies).toEqual([
    { partId: 3, serialNumber: 'FOUND-1', serviceTag: 'T-1', problemDescription: 'Silent', attachments: [] },
  ]);
  // Nothing is left in the draft.
  open(<AddUnitDialog onClose={onClose} />);
  expect(field(/^Serial number/).value).toBe('');
});
