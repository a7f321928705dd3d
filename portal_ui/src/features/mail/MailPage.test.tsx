// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { buildField, buildResource } from '../../core/forms/resource/testing';
import { renderAt, serve } from '../imports/testing';
import MailPage from './MailPage';

const buildCategory = (id: number, key: string, name: string) => ({ id, key, name });
const categories = [buildCategory(1, 'REPAIR', 'Repair'), buildCategory(2, 'PARTS', 'Part requests')];
const settings = buildField('settings', 'matrix', {
  on: ['edit'],
  required: false,
  choices: [{ key: 'CLIENT', name: 'Client', hint: null, image: null, group: null }] as never,
});
const resource = { ...buildResource([settings]), name: 'mail-notification', path: 'mail-notification' };
const record = { version: 'one', settings: { NEW: [] }, choices: { settings: [{ key: 'NEW', name: 'New' }] } };

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});

async function open(search = '') {
  const requests = serve({
    'GET /api/rest/mail-notification': () =>
      new Response(JSON.stringify(categories), { headers: { 'Content-Range': 'mail-notification 0-1/2' } }),
    'GET /api/rest/mail-notification/1': () => ({ ...record, ...categories[0] }),
    'GET /api/rest/mail-notification/2': () => ({ ...record, ...categories[1] }),
    'PUT /api/rest/mail-notification/2': ({ body }) => ({ ...record, ...categories[1], ...body, version: 'two' }),
  });
  const getUrl = await renderAt(<MailPage />, {
    at: `/en/mail${search}`,
    route: '/:lang/mail',
    meta: { resources: [resource] } as never,
  });
  await screen.findByRole('table');
  return { requests, getUrl };
}

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const panel = () => within(screen.getByRole('tabpanel'));

async function toggle() {
  fireEvent.click(await panel().findByRole('checkbox', { name: 'Client: New' }));
}

it('marks the tab of each category with unsaved changes, and keeps the changes when another one is opened', async () => {
  const { getUrl } = await open();
  await toggle();
  await waitFor(() => expect(tabs()).toEqual(['Repair (not saved)', 'Part requests']));
  fireEvent.click(screen.getByRole('tab', { name: 'Part requests' }));
  expect(getUrl()).toBe('/en/mail?category=PARTS');
  await toggle();
  await waitFor(() => expect(tabs()).toEqual(['Repair (not saved)', 'Part requests (not saved)']));
  fireEvent.click(panel().getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(tabs()).toEqual(['Repair (not saved)', 'Part requests']));
  fireEvent.click(screen.getByRole('tab', { name: 'Repair (not saved)' }));
  expect(panel().getByRole<HTMLInputElement>('checkbox', { name: 'Client: New' }).checked).toBe(true);
});

it('opens the category of the URL, sends only the changed recipients, and then has no unsaved changes', async () => {
  const { requests } = await open('?category=PARTS');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Part requests');
  await toggle();
  fireEvent.click(panel().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Settings saved: Part requests')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])).toEqual([
    ['/api/rest/mail-notification/2', { version: 'one', settings: { NEW: ['CLIENT'] } }],
  ]);
  await waitFor(() => expect(tabs()).toEqual(['Repair', 'Part requests']));
});

it('opens the first category if the URL has an unknown one, and previews the open one only', async () => {
  await open('?category=GONE');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Repair');
  expect(panel().getByRole('region', { name: 'Preview recipients' })).toBeTruthy();
  expect(screen.getAllByRole('region', { name: 'Preview recipients', hidden: true })).toHaveLength(1);
});

it('gives the focus to the category when its changes are discarded', async () => {
  await open();
  expect(panel().queryByRole('button', { name: 'Discard changes' })).toBeNull();
  await toggle();
  fireEvent.click(await panel().findByRole('button', { name: 'Discard changes' }));
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  expect(panel().getByRole<HTMLInputElement>('checkbox', { name: 'Client: New' }).checked).toBe(false);
});

it('offers a retry if the categories fail to load', async () => {
  const note = console.error;
  vi.spyOn(console, 'error').mockImplementation((...args) => args[0] instanceof Error || note(...args));
  let isDown = true;
  serve({
    'GET /api/rest/mail-notification': () =>
      isDown
        ? new Response(JSON.stringify({ code: 'X', message: 'Not now' }), { status: 403 })
        : new Response(JSON.stringify(categories), { headers: { 'Content-Range': 'mail-notification 0-1/2' } }),
    'GET /api/rest/mail-notification/1': () => ({ ...record, ...categories[0] }),
    'GET /api/rest/mail-notification/2': () => ({ ...record, ...categories[1] }),
  });
  await renderAt(<MailPage />, { at: '/en/mail', route: '/:lang/mail', meta: { resources: [resource] } as never });
  expect(await screen.findByText('Not now')).toBeTruthy();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('tab')).toHaveLength(2);
});

it('reads all categories in their order, each the panel of its tab', async () => {
  const { requests } = await open();
  const list = requests.find(({ path }) => path === '/api/rest/mail-notification');
  expect(Object.fromEntries(list?.query ?? [])).toMatchObject({ range: '[0,99]', sort: '["id","ASC"]' });
  const tab = screen.getByRole('tab', { selected: true });
  expect(document.getElementById(tab.getAttribute('aria-controls') ?? '')).toBe(screen.getByRole('tabpanel'));
  expect(screen.getByRole('tabpanel', { name: 'Repair' })).toBeTruthy();
});
