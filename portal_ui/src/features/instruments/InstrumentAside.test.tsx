// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { expect, it } from 'vitest';
import type { InstrumentHistory, Visit } from '../../api/instruments';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { renderAt } from '../imports/testing';
import { InstrumentAside } from './InstrumentAside';

const i18nProvider = await getI18nProviderWith(import.meta.glob('../../../../locale/*/instrumentPage.json'))('en');

const file = (id: number) => ({ id: `f${id}`, name: `file ${id}.txt`, type: 'text/plain', size: 9, previewUrl: null });
const visit = {
  createdAt: '2025-03-01T12:00:00Z',
  completedAt: '2025-04-01T12:00:00Z',
  statusSince: '2025-04-01T12:00:00Z',
  serviceName: 'North',
  diagnosticInfo: { status: null },
  attachments: [] as object[],
};
const history = {
  clientName: 'Customs',
  manufacturer: 'Kromek',
  category: { key: 'HANDHELD', name: 'Handheld' },
  visits: [visit],
  replaces: [],
  replacedBy: [],
};

const open = (more: object = {}) =>
  renderAt(
    <I18nContext.Provider value={i18nProvider}>
      <InstrumentAside history={{ ...history, ...more } as unknown as InstrumentHistory} />
    </I18nContext.Provider>,
    { at: '/en/instrument/7', route: '/:lang/instrument/:id' },
  );
/** Return the facts as pairs of label and value. */
const getFacts = () =>
  [...document.querySelectorAll('dt')].map((label) => [label.textContent, label.nextElementSibling?.textContent]);

it('shows owner, service of the last request, maker, category and first request', async () => {
  await open({ visits: [{ ...visit, serviceName: 'South', createdAt: '2026-05-02T12:00:00Z' }, visit] });
  expect(getFacts()).toEqual([
    ['Client', 'Customs'],
    ['Repair service', 'South'],
    ['Manufacturer', 'Kromek'],
    ['Category', 'Handheld'],
    ['First seen', '03/01/2025'],
  ]);
});

it('does not know the first request of an instrument with more requests than are loaded', async () => {
  await open({ visits: Array.from({ length: 100 }, () => visit) });
  expect(screen.queryByText('First seen')).toBeNull();
  cleanup();
  await open({ visits: Array.from({ length: 99 }, () => visit) });
  expect(screen.getByText('First seen')).toBeTruthy();
});

it('omits facts that are unknown', async () => {
  await open({ visits: [], clientName: null });
  expect(getFacts().map(([label]) => label)).toEqual(['Manufacturer', 'Category']);
});

it('links to the instruments that it replaced or that replaced it, if the portal knows them', async () => {
  await open({
    replaces: [
      { id: 4, serialNumber: 'OLD-1' },
      { id: null, serialNumber: 'OLD-2' },
    ],
    replacedBy: [{ id: 9, serialNumber: 'NEW-1' }],
  });
  expect(getFacts().slice(-2)).toEqual([
    ['Replaces', 'OLD-1OLD-2'],
    ['Replaced by', 'NEW-1'],
  ]);
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['OLD-1', '/en/instrument/4'],
    ['NEW-1', '/en/instrument/9'],
  ]);
});

it('shows the first three files of all requests, and all on request', async () => {
  const visits = [
    { ...visit, attachments: [file(1), file(2)] },
    { ...visit, attachments: [file(3), file(4)] },
  ];
  await open({ visits });
  const names = () => screen.queryAllByText(/^file \d\.txt$/).map(({ textContent }) => textContent);
  expect(names()).toEqual(['file 1.txt', 'file 2.txt', 'file 3.txt']);
  expect(screen.getByRole('heading', { name: 'Attachments' }).parentElement?.textContent).toContain('4');
  const more = screen.getByRole('button', { name: 'See all' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(more);
  expect(names()).toHaveLength(4);
  const fewer = screen.getByRole('button', { name: 'See fewer' });
  expect(fewer.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(fewer);
  expect(names()).toHaveLength(3);
});

it('has no files, or no button for a few', async () => {
  await open();
  expect(screen.queryByText('Attachments')).toBeNull();
  cleanup();
  await open({ visits: [{ ...visit, attachments: [file(1), file(2), file(3)] }] });
  expect(screen.getByText('file 3.txt')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'See all' })).toBeNull();
});

it('shows the cost of each year, with a legend of the kinds that occur', async () => {
  const info = { status: { key: 'FOR_REPAIR', value: 'For repair' }, totalCost: 300 };
  const spent = { ...visit, isSpent: true, diagnosticInfo: info } as unknown as Visit;
  const waiting = { ...spent, isSpent: false, isAwaitingApproval: true, completedAt: '2026-04-01T12:00:00Z' };
  await open({ visits: [waiting, spent] });
  const costs = screen.getByRole('heading', { name: 'Cost by year' }).closest('section') as HTMLElement;
  expect(
    [...costs.querySelectorAll('dt')].map((year) => [year.textContent, year.nextElementSibling?.textContent]),
  ).toEqual([
    ['2026', '$300.00'],
    ['2025', '$300.00'],
  ]);
  expect(within(costs).getByText('Waiting for approval')).toBeTruthy();
  cleanup();
  await open({ visits: [spent] });
  expect(screen.getByText('Approved')).toBeTruthy();
  expect(screen.queryByText('Waiting for approval')).toBeNull();
  cleanup();
  await open();
  expect(screen.queryByText('Cost by year')).toBeNull();
});

it('opens the images of all requests from any of them', async () => {
  const image = (id: number) => ({ ...file(id), name: `image ${id}.png`, previewUrl: `/image/${id}` });
  const visits = [1, 2, 3, 4].map((id) => ({ ...visit, attachments: [image(id)] }));
  await open({ visits });
  fireEvent.click(screen.getByRole('button', { name: 'Preview image 2.png' }));
  expect(await screen.findByText('2 of 4')).toBeTruthy();
});
