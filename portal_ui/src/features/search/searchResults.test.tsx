// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubMediaQueries } from '../../core/ui/testing';
import { renderAt, serve } from '../imports/testing';
import { GlobalSearch } from './GlobalSearch';
import SearchDialog from './SearchDialog';

const onClose = vi.fn();
const meta = {
  resources: [{ record: { REPAIR: 'process-repair/{id}' } }],
  pages: [
    { path: 'new-repair', label: 'New repair', group: 'new', icon: 'add' },
    { path: 'contacts', label: 'Users', group: 'users', icon: 'people' },
  ],
  statuses: { REPAIR: [{ key: 'NEW', value: 'New request', tone: 'waiting' }] },
  choices: { kinds: [{ key: 'REPAIR', name: 'Repair' }] },
} as never;
const found = {
  id: 1,
  requestId: 'R-1',
  requestType: 'REPAIR',
  status: 'NEW',
  matched: 'SN-21',
  clientName: 'Customs',
};
const instrument = { id: 5, serialNumber: 'SN-21', partName: 'Pager', clientName: 'Customs', times: 1 };
const rejection = () => new Response(JSON.stringify({ code: 'X', message: 'Not now' }), { status: 403 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  vi.useRealTimers();
  onClose.mockReset();
});

async function open({ requests = [found] as unknown, instruments = [] as unknown } = {}) {
  const evaluate = (value: unknown) => (typeof value === 'function' ? value() : value);
  const sent = serve({
    'GET /api/v1/requests/search': () => evaluate(requests),
    'GET /api/v1/instruments/search': () => evaluate(instruments),
  });
  const getUrl = await renderAt(<SearchDialog onClose={onClose} />, { at: '/en/x', route: '/:lang/x', meta });
  return { sent, getUrl };
}

const field = () => screen.getByRole<HTMLInputElement>('combobox');
/** Type a word, and wait for its response. */
async function search(value: string) {
  fireEvent.change(field(), { target: { value } });
  await act(() => vi.advanceTimersByTimeAsync(300));
  await act(() => vi.advanceTimersByTimeAsync(100));
}
const options = () => screen.queryAllByRole('option');
const selected = () => options().findIndex((option) => option.getAttribute('aria-selected') === 'true');
const press = (key: string, more = {}) => fireEvent.keyDown(field(), { key, ...more });

it('searches without spaces around the word, from two characters on', async () => {
  const { sent } = await open();
  await search(' a ');
  expect(sent).toEqual([]);
  expect(screen.getByText(/^Enter at least 2 characters/)).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('');
  await search(' ab ');
  expect(new Set(sent.map(({ path, query }) => `${path} ${query.get('word')}`))).toEqual(
    new Set(['/api/v1/requests/search ab', '/api/v1/instruments/search ab']),
  );
});

it('waits until the user stops typing', async () => {
  const { sent } = await open();
  fireEvent.change(field(), { target: { value: 'ab' } });
  await act(() => vi.advanceTimersByTimeAsync(299));
  fireEvent.change(field(), { target: { value: 'abc' } });
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(sent).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(sent.every(({ query }) => query.get('word') === 'abc')).toBe(true);
  expect(screen.queryByRole('progressbar')).toBeNull();
  fireEvent.change(field(), { target: { value: 'abcd' } });
  expect(screen.getByRole('progressbar', { name: 'Searching…' })).toBeTruthy();
});

it('shows number, status, type, match and client of a request, and announces how many there are', async () => {
  await open();
  await search('sn-21');
  expect(options().map(({ textContent }) => textContent)).toEqual(['R-1New requestRepair · SN-21 · Customs']);
  expect(options()[0]?.querySelector('mark')?.textContent).toBe('SN-21');
  expect(screen.getByRole('listbox', { name: 'Search results' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Requests' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('1 result');
});

it.each([
  [{ matched: 'R-1' }, 'R-1New requestRepair · Customs'],
  [{ matched: 'Customs' }, 'R-1New requestRepair · Customs'],
  [{ matched: '', clientName: null }, 'R-1New requestRepair'],
  [{ matched: '', status: 'ODD' }, 'R-1ODDRepair · Customs'],
])('shows each text of a request once: %j', async (more, text) => {
  await open({ requests: [{ ...found, ...more }] });
  await search('r-1');
  expect(options().map(({ textContent }) => textContent)).toEqual([text]);
});

it('counts requests and instruments, without requests that the user may not open', async () => {
  await open({ requests: [found, { ...found, id: 2, requestType: 'PARTS' }], instruments: [instrument] });
  await search('sn-21');
  expect(options().map((option) => option.getAttribute('href'))).toEqual(['/en/process-repair/1', '/en/instrument/5']);
  expect(options()[1]?.textContent).toBe('SN-21Sent in oncePager · Customs');
  expect(screen.getByRole('status').textContent).toBe('2 results');
});

it('says that there is no result only when the response arrived', async () => {
  await open({ requests: [] });
  fireEvent.change(field(), { target: { value: 'zz' } });
  expect(screen.queryByText(/^No results/)).toBeNull();
  await search('zzz ');
  expect(screen.getByText('No results for “zzz”')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('0 results');
  expect(field().getAttribute('aria-expanded')).toBe('false');
  fireEvent.change(field(), { target: { value: 'yyy' } });
  expect(screen.queryByText(/^No results/)).toBeNull();
});

it('shows an error instead of instruments, and searches again on request', async () => {
  let requests: () => unknown = rejection;
  await open({ requests: () => requests(), instruments: [instrument] });
  await search('sn-21');
  expect(screen.getByText('Not now')).toBeTruthy();
  expect(options()).toEqual([]);
  expect(screen.getByRole('status').textContent).toBe('');
  // No hidden option opens.
  press('Enter');
  expect(onClose).not.toHaveBeenCalled();
  requests = () => [found];
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(options()).toHaveLength(2);
});

it('moves through the results in both directions, and names the active one', async () => {
  await open({ requests: [found, { ...found, id: 2, requestId: 'R-2' }, { ...found, id: 3, requestId: 'R-3' }] });
  await search('r-');
  expect(press('ArrowUp')).toBe(false);
  expect(selected()).toBe(2);
  expect(field().getAttribute('aria-activedescendant')).toBe(options()[2]?.id);
  press('ArrowDown');
  expect(selected()).toBe(0);
  expect(press('Home')).toBe(true);
  fireEvent.pointerMove(options()[1] as HTMLElement);
  expect(selected()).toBe(1);
  expect(press('Enter')).toBe(false);
  expect(onClose).toHaveBeenCalledOnce();
});

it('opens nothing while a word is composed', async () => {
  const { getUrl } = await open();
  await search('sn-21');
  press('Enter', { isComposing: true });
  expect(onClose).not.toHaveBeenCalled();
  press('Enter');
  expect(getUrl()).toBe('/en/process-repair/1');
});

it('closes when a result is opened with the mouse', async () => {
  const { getUrl } = await open();
  await search('sn-21');
  fireEvent.click(options()[0] as HTMLElement);
  expect(onClose).toHaveBeenCalledOnce();
  expect(getUrl()).toBe('/en/process-repair/1');
});

it('suggests only pages for new requests, and these again when the field is emptied', async () => {
  await open();
  const suggestions = () => options().map(({ textContent }) => textContent);
  expect(suggestions()).toEqual(['New repair']);
  expect(screen.getByRole('listbox', { name: 'Recent and new requests' })).toBeTruthy();
  await search('sn-21');
  await search('');
  expect(suggestions()).toEqual(['New repair']);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('limits the word and closes with its button', async () => {
  await open();
  expect(field().maxLength).toBe(100);
  expect(field().placeholder).toBe('Search by request number, serial number, or client');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([
  ['a wide screen', true, /^Search by request number/],
  ['a phone', false, 'Find a request'],
])('opens from its button on %s', async (_, isWide, name) => {
  vi.useRealTimers();
  stubMediaQueries((query) => isWide && query.includes('min-width'));
  serve({});
  await renderAt(<GlobalSearch />, { at: '/en/x', route: '/:lang/x', meta });
  const button = screen.getByRole('button', { name });
  expect(button.getAttribute('aria-haspopup')).toBe('dialog');
  fireEvent.click(button);
  expect(await screen.findByRole('dialog', { name: 'Find a request' })).toBeTruthy();
});
