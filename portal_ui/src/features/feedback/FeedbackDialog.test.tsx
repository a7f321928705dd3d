// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSession } from '../../api/session';
import { createTestRouter } from '../../core/process/testing';
import FeedbackDialog from './FeedbackDialog';

const onClose = vi.fn();
const open = () => render(<RouterProvider router={createTestRouter(<FeedbackDialog onClose={onClose} />)} />);
const subject = () => screen.getByLabelText<HTMLInputElement>(/^Title/);

beforeEach(() => startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] }));
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  onClose.mockReset();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('sends nothing while untouched, and restores the draft after the session expired, until the user discards it', {
  timeout: 30_000,
}, async () => {
  open();
  const isSendDisabled = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send feedback' }).disabled;
  expect(isSendDisabled()).toBe(true);
  fireEvent.change(subject(), { target: { value: 'Half a thought' } });
  await waitFor(() => expect(isSendDisabled()).toBe(false));
  cleanup();

  open();
  await waitFor(() => expect(subject().value).toBe('Half a thought'));
  expect(isSendDisabled()).toBe(false);
  expect(screen.getByText(/We restored your unsaved changes/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(onClose).toHaveBeenCalled();
  cleanup();

  open();
  expect(subject().value).toBe('');
});

it('sends the feedback with the page it is about, repeats it with the same key after a lost response, and closes', {
  timeout: 30_000,
}, async () => {
  const sent: { key: string | null; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    sent.push({ key: new Headers(headers).get('Idempotency-Key'), body: JSON.parse(String(body)) });
    if (sent.length === 1) throw new TypeError('Failed to fetch');
    return new Response('true');
  });
  document.body.append(Object.assign(document.createElement('h1'), { textContent: 'Repairs' }));
  open();
  fireEvent.change(subject(), { target: { value: 'An idea' } });
  fireEvent.change(screen.getByLabelText(/^Message/), { target: { value: 'Larger buttons' } });
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send feedback' });
  await waitFor(() => expect(send().disabled).toBe(false));
  fireEvent.click(send());
  await screen.findByRole('alert');
  expect(onClose).not.toHaveBeenCalled();
  expect(subject().value).toBe('An idea');
  await waitFor(() => expect(send().disabled).toBe(false));
  fireEvent.click(send());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const body = { title: 'An idea', content: 'Larger buttons', pageName: 'Repairs', pagePath: '/en/page' };
  expect(sent.map((request) => request.body)).toEqual([body, body]);
  expect(sent[0]?.key).toBeTruthy();
  expect(sent[1]?.key).toBe(sent[0]?.key);
  cleanup();

  open();
  expect(subject().value).toBe('');
});

it('sends no feedback without a message or with one that is too long', { timeout: 30_000 }, async () => {
  const fetch = vi.fn(async () => new Response('true'));
  vi.stubGlobal('fetch', fetch);
  open();
  const message = () => screen.getByLabelText(/^Message/);
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send feedback' });
  const isInvalid = (field: HTMLElement) => waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  fireEvent.change(subject(), { target: { value: 'An idea' } });
  await waitFor(() => expect(send().disabled).toBe(false));
  fireEvent.click(send());
  await isInvalid(message());
  fireEvent.change(message(), { target: { value: 'x'.repeat(641) } });
  fireEvent.change(subject(), { target: { value: 'x'.repeat(65) } });
  fireEvent.click(send());
  await isInvalid(subject());
  await isInvalid(message());
  expect(fetch).not.toHaveBeenCalled();
  fireEvent.change(message(), { target: { value: 'x'.repeat(640) } });
  fireEvent.change(subject(), { target: { value: 'x'.repeat(64) } });
  fireEvent.click(send());
  await waitFor(() => expect(fetch).toHaveBeenCalled());
});

it('sends the title of a long page shortened, and none on a page without one', { timeout: 30_000 }, async () => {
  const names: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    names.push(JSON.parse(String(body)).pageName);
    return new Response('true');
  });
  const sendFrom = async (heading: string) => {
    document.body.append(Object.assign(document.createElement('h1'), { textContent: heading }));
    open();
    fireEvent.change(subject(), { target: { value: 'An idea' } });
    fireEvent.change(screen.getByLabelText(/^Message/), { target: { value: 'Larger buttons' } });
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send feedback' });
    await waitFor(() => expect(send.disabled).toBe(false));
    fireEvent.click(send);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    cleanup();
    document.body.replaceChildren();
    onClose.mockReset();
  };
  await sendFrom('x'.repeat(300));
  await sendFrom('');
  expect(names).toEqual(['x'.repeat(255), '']);
});
