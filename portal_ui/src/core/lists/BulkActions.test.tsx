// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { open, serve, workshops } from './testing';

describe('bulk actions of a list', { timeout: 60_000 }, () => {
  it('applies a bulk action with one request per selected row; Undo reverts the changed rows only', async () => {
    const requests = serve();
    open(workshops);
    const getWrites = () => requests.filter(({ method }) => method === 'PUT');
    await screen.findByRole('link', { name: 'Beta' });
    expect(screen.queryByRole('button', { name: 'Enable' })).toBeNull();
    for (const box of screen.getAllByRole('checkbox').slice(1)) fireEvent.click(box);
    fireEvent.click(await screen.findByRole('button', { name: 'Enable' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(getWrites()).toHaveLength(3));
    expect(getWrites()).toMatchObject([
      { path: '/api/rest/workshops/1', body: { supportSpecialServices: true } },
      { path: '/api/rest/workshops/2', body: { supportSpecialServices: true } },
      { path: '/api/rest/workshops/1', body: { supportSpecialServices: false } },
    ]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Enable' })).toBeNull());
  });

  it('offers to select the rows of all pages once the page is selected, with text on a phone', async () => {
    serve(undefined, 12);
    open(workshops, { phone: true });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Beta' }));
    const all = () => screen.queryByRole('button', { name: 'Select all' });
    expect(all()).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Alpha' }));
    expect(all()?.textContent).toBe('Select all');
  });

  it('has bulk actions on a phone', async () => {
    const requests = serve();
    open(workshops, { phone: true });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Beta' }));
    expect(screen.getByRole('checkbox', { name: 'Select Alpha' })).toHaveProperty('checked', false);
    // A long name wraps next to its checkbox, not below it.
    const name = screen.getByRole('link', { name: 'Beta' });
    expect(getComputedStyle(name).overflowWrap).toBe('anywhere');
    expect(getComputedStyle(name.parentElement as HTMLElement).flexWrap).not.toBe('wrap');
    const switchOn = await screen.findByRole('button', { name: 'Enable' });
    // With an icon only, the opposite action would look the same.
    expect(switchOn.textContent).toBe('Enable');
    fireEvent.click(switchOn);
    await waitFor(() => expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1));
    expect(requests.find(({ method }) => method === 'PUT')?.path).toBe('/api/rest/workshops/2');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Enable' })).toBeNull());
  });

  const getUndo = () => screen.queryByRole('button', { name: 'Undo' });
  const select = (...names: string[]) => {
    for (const name of names) fireEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  };

  it('has no Undo if nothing changed, or if the values cannot be inverted', async () => {
    serve();
    open(workshops, { phone: true });
    await screen.findByRole('link', { name: 'Beta' });
    select('Beta');
    fireEvent.click(await screen.findByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('1 entry updated')).toBeTruthy();
    expect(getUndo()).toBeNull();
    cleanup();
    const priced = {
      key: 'price',
      label: 'Set price',
      values: { price: 5, supportSpecialServices: true },
      tone: 'plain',
    } as const;
    open({ ...workshops, bulkActions: [priced] }, { phone: true });
    await screen.findByRole('link', { name: 'Alpha' });
    select('Alpha');
    fireEvent.click(await screen.findByRole('button', { name: 'Set price' }));
    expect(await screen.findByText('1 entry updated')).toBeTruthy();
    expect(getUndo()).toBeNull();
  });

  it('keeps the selection of a bulk action that failed', async () => {
    serve();
    open(workshops, { phone: true });
    await screen.findByRole('link', { name: 'Beta' });
    select('Alpha');
    const enable = await screen.findByRole('button', { name: 'Enable' });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const good = globalThis.fetch;
    const rejection = { code: 'FORBIDDEN', message: 'Not allowed today', fields: {} };
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) =>
      init.method === 'PUT' ? new Response(JSON.stringify(rejection), { status: 403 }) : good(url, init),
    );
    fireEvent.click(enable);
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Select Alpha' })).toHaveProperty('checked', true);
    expect(screen.queryByText('1 entry updated')).toBeNull();
  });

  it('selects the rows of all pages, at most 250', async () => {
    let range: string | null = null;
    const rows = [
      { id: 1, name: 'Alpha' },
      { id: 2, name: 'Beta' },
    ];
    vi.stubGlobal('fetch', async (url: string) => {
      const query = new URL(url, 'http://portal').searchParams;
      range = query.get('range');
      const all = range === '[0,249]' ? [...rows, { id: 3, name: 'Gamma' }] : rows;
      return new Response(JSON.stringify(all), { headers: { 'Content-Range': 'rows 0-1/3' } });
    });
    open(workshops, { phone: true });
    await screen.findByRole('link', { name: 'Beta' });
    select('Alpha', 'Beta');
    fireEvent.click(await screen.findByRole('button', { name: 'Select all' }));
    await waitFor(() => expect(range).toBe('[0,249]'));
    expect(await screen.findByText('3 items selected')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Select all' })).toBeNull();
  });

  it('deletes the selected rows after a confirmation, if the action has no values', async () => {
    const requests = serve();
    open(
      { ...workshops, bulkActions: [{ key: 'delete', label: 'Remove', values: null, tone: 'danger' }] },
      { phone: true },
    );
    await screen.findByRole('link', { name: 'Beta' });
    select('Beta');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    const getDeletes = () => requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect(getDeletes()).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(getDeletes()).toEqual(['/api/rest/workshops/2']));
  });
});
