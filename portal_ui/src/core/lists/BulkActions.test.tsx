// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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
});
