// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { open, serve, workshops } from './testing';

it.each([false, true])('has no tools while it is empty, unless it is filtered (on a phone: %s)', async (phone) => {
  serve([]);
  open(workshops, { phone });
  await screen.findByText('Nothing here yet');
  expect(screen.queryByRole('search') ?? screen.queryByRole('button', { name: 'Views' })).toBeNull();
  cleanup();
  open(workshops, { phone, search: '?filter={"keyword":"x"}' });
  await screen.findByText('No results');
  expect(screen.getByRole('search')).toBeTruthy();
});

it('keeps the search while the rows load after its text was cleared', async () => {
  serve([]);
  open(workshops, { search: '?filter={"keyword":"x"}' });
  await screen.findByText('No results');
  let respond = (_: Response) => {};
  const load = vi.fn(() => new Promise<Response>((resolve) => (respond = resolve)));
  vi.stubGlobal('fetch', load);
  const search = screen.getByRole('textbox', { name: 'Search this list' });
  fireEvent.keyDown(search, { key: 'Escape' });
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  expect(search.isConnected).toBe(true);
  const headers = { 'Content-Range': 'rows 0-0/1' };
  respond(new Response('[{"id":1,"name":"Alpha"}]', { headers }));
  await screen.findByRole('link', { name: 'Alpha' });
  expect(search.isConnected).toBe(true);
});
