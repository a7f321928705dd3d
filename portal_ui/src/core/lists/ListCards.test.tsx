// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ColumnOverrides } from './rows';
import { open, serve, workshops } from './testing';

const name = { key: 'name', label: 'Name', type: 'text', sort: null, hidden: false } as const;
const requests = {
  ...workshops,
  name: 'active-repairs',
  record: { REPAIR: 'process-repair/{id}' },
  bulkActions: [],
  filters: [],
  columns: [
    { ...name, key: 'requestId', label: 'Request' },
    { ...name, key: 'status', type: 'status', label: 'Status' },
    { ...name, key: 'actionRequired', type: 'role', label: 'Action required' },
  ],
} satisfies typeof workshops;
const row = { id: 2, requestId: 'R-2', status: 'NEW', actionRequired: 'SUPERVISOR' };
const meta = { choices: { roles: [{ key: 'SUPERVISOR', name: 'Supervisor' }] } };

it.each([false, true])('requests name a delay in words (on a phone: %s)', async (phone) => {
  serve([
    { ...row, isLate: true },
    { ...row, id: 3, requestId: 'R-3', isLate: true, isOverdue: true },
  ]);
  open(requests, { phone, meta });
  const link = await screen.findByRole('link', { name: 'R-2' });
  expect(screen.getAllByText('Delayed')).toHaveLength(1);
  expect(screen.getAllByText('Overdue')).toHaveLength(1);
  if (!phone) {
    expect(screen.getByText('Overdue').closest('td')?.textContent).toBe('from supervisor  Overdue');
  } else {
    expect(link.closest('li')?.lastElementChild?.textContent).toBe('Action required from supervisor Delayed');
  }
});

it.each([
  ['below the name', { REPAIR: 'process-repair/{id}' }, false],
  ['beside the name, where texts are whole', {}, true],
])('shows the last change of a row %s', async (_, record, beside) => {
  const columns = [
    ...requests.columns,
    { ...name, key: 'updatedAt', type: 'datetime', label: 'Last changed' } as const,
  ];
  serve([{ ...row, updatedAt: '2020-12-01T15:00:00Z' }]);
  open({ ...requests, record, columns }, { phone: true, meta });
  const title = (await screen.findByText('R-2')).closest('.title');
  expect(title?.querySelector('time') !== null).toBe(beside);
  expect(document.querySelectorAll('time')).toHaveLength(1);
});

it('requests name on a phone who must act, and below it an appointment that lies ahead, if no column does', async () => {
  const columns = requests.columns.filter(({ key }) => key !== 'actionRequired');
  const preferredDate = { ...name, key: 'preferredDate', type: 'datetime', label: 'Preferred date' } as const;
  serve([
    { ...row, heldBy: 'SUPERVISOR', preferredDate: '2199-12-01T15:00:00Z' },
    { ...row, id: 3, requestId: 'R-3', heldBy: 'SUPERVISOR', preferredDate: '2020-12-01T15:00:00Z' },
    {
      ...row,
      id: 4,
      requestId: 'R-4',
      heldBy: 'SUPERVISOR',
      actionRequiredFromCurrentUser: true,
      nextStep: 'Approve or reject',
    },
  ]);
  const extras = { preferredDate: { card: 'appointment', cardLabel: 'lists.session' } } as const;
  open({ ...requests, columns: [...columns, preferredDate] }, { phone: true, meta, extras });
  const getLastLine = (number: string) =>
    screen.getByRole('link', { name: number }).closest('li')?.lastElementChild?.textContent;
  await screen.findByRole('link', { name: 'R-2' });
  expect(getLastLine('R-2')).toBe('Session (UTC−5): 12/01/2199 10:00 AM');
  expect(getLastLine('R-3')).toBe('Action required from supervisor');
  expect(getLastLine('R-4')).toBe('Approve or reject');
});

it('requests have a title on a phone, before who must act, with the last change always at its end', async () => {
  const title = { ...name, key: 'title', type: 'longText', label: 'Title' } as const;
  const updatedAt = { ...name, key: 'updatedAt', type: 'datetime', label: 'Last changed' } as const;
  serve([
    { ...row, title: 'No spectra', updatedAt: '2020-12-01T15:00:00Z' },
    { ...row, id: 3, requestId: 'R-3', title: 'No spectra', updatedAt: '2020-12-01T15:00:00Z', actionRequired: null },
  ]);
  open({ ...requests, columns: [...requests.columns, title, updatedAt] }, { phone: true, meta });
  const getLines = (number: string) =>
    [...(screen.getByRole('link', { name: number }).closest('li')?.querySelectorAll('.line') ?? [])].map(
      ({ textContent }) => textContent,
    );
  await screen.findByRole('link', { name: 'R-2' });
  expect(getLines('R-2')).toEqual(['No spectra12/01/2020', 'Action required from supervisor']);
  expect(getLines('R-3')).toEqual(['No spectra12/01/2020']);
});

it('cards do not repeat the name, have a shorter label, and label a value on request', async () => {
  const columns = [
    { ...name, key: 'number', label: 'Part number' } as const,
    { ...name, key: 'model', label: 'Model' } as const,
    { ...name, key: 'contact', label: 'Contact' } as const,
    { ...name, key: 'price', type: 'money', label: 'Price (USD)' } as const,
    { ...name, key: 'enabled', type: 'boolean', label: 'Enabled' } as const,
  ];
  const extras = {
    contact: { isLabelled: true },
    enabled: { isLabelled: true, card: 'chip' },
    price: { cardLabel: 'lists.price' },
  } as const;
  serve([{ id: 1, number: 'RS-701', model: 'RS-701', contact: 'Ana', price: 85, enabled: true }]);
  open({ ...requests, record: { '': 'parts/{id}' }, columns }, { phone: true, meta, extras });
  const card = (await screen.findByText('RS-701')).closest('li');
  expect([...(card?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'RS-701EnabledYes',
    'Contact: Ana',
    'Price: $85.00',
  ]);
});

it('requests have their last change on a phone, even if its column is hidden by default', async () => {
  const time = { ...name, type: 'datetime' } as const;
  serve([{ ...row, createdAt: '2020-11-01T15:00:00Z', updatedAt: '2020-12-01T15:00:00Z' }]);
  open(
    {
      ...requests,
      columns: [
        ...requests.columns,
        { ...time, key: 'createdAt', label: 'Created' },
        { ...time, key: 'updatedAt', label: 'Last changed', hidden: true },
      ],
    },
    { phone: true, meta },
  );
  const link = await screen.findByRole('link', { name: 'R-2' });
  expect([...(link.closest('li')?.querySelectorAll('time') ?? [])].map(({ textContent }) => textContent)).toEqual([
    '12/01/2020',
  ]);
});

it.each([
  ['Service', {}],
  ['Services', { cardLabel: 'lists.services' }],
])('a control on a card is labelled: %s', async (label, shorter) => {
  const columns = [...requests.columns, { ...name, key: 'service', label: 'Service' } as const];
  const extras = {
    service: { card: 'control', render: () => <input aria-label="Service of R-2" />, ...shorter },
  } as const;
  serve([row]);
  open({ ...requests, columns }, { phone: true, meta, extras });
  expect(await screen.findByText(`${label}:`)).toBeTruthy();
});

it('a card has its chips and time below the texts where the name needs the line', async () => {
  const columns = [
    { ...name, key: 'to', label: 'To' } as const,
    { ...name, key: 'subject', type: 'longText', label: 'Subject' } as const,
    { ...name, key: 'state', label: 'State' } as const,
    { ...name, key: 'createdAt', type: 'datetime', label: 'Created' } as const,
  ];
  serve([{ id: 1, to: 'ana@example.org', subject: 'Arrived', state: 'Sent', createdAt: '2020-12-01T15:00:00Z' }]);
  const extras = { to: { isOneLine: true }, state: { card: 'chip' } } as const;
  open({ ...requests, record: {}, columns }, { phone: true, meta, extras });
  const card = (await screen.findByText('ana@example.org')).closest('li');
  expect([...(card?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'ana@example.org',
    'Arrived',
    'Sent12/01/2020',
  ]);
});

it('a card omits a usual value, and has an absolute time on request', async () => {
  const columns = [
    { ...name, key: 'text', label: 'Text' } as const,
    { ...name, key: 'enabled', type: 'boolean', label: 'Enabled' } as const,
    { ...name, key: 'createdAt', type: 'datetime', label: 'Created' } as const,
  ];
  const createdAt = new Date().toISOString();
  serve([
    { id: 1, text: 'Charged', enabled: true, createdAt },
    { id: 2, text: 'Connected', enabled: false, createdAt },
  ]);
  const extras: ColumnOverrides = {
    enabled: { isUsual: (row) => row.enabled === true },
    createdAt: { isExact: true },
  };
  open({ ...requests, record: { '': 'checks/{id}' }, columns }, { phone: true, extras });
  await screen.findByText('Charged');
  expect(screen.getAllByText(/^Enabled:/)).toHaveLength(1);
  expect(screen.getByText(/^Enabled:/).closest('li')?.textContent).toContain('Connected');
  for (const time of document.querySelectorAll('time'))
    expect(time.textContent).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M UTC-\d$/);
});

it('has labels of the size of their values in a line of facts', async () => {
  const columns = [...requests.columns, { ...name, key: 'visits', type: 'number', label: 'Visits' } as const];
  serve([{ ...row, visits: 3 }]);
  open({ ...requests, columns }, { phone: true, meta });
  const label = await screen.findByText(/^Visits/);
  expect(label.closest('.facts')).toBeTruthy();
  expect(getComputedStyle(label).fontSize).toBe(getComputedStyle(label.closest('.facts') as Element).fontSize);
});
