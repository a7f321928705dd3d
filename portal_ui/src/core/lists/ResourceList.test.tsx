// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ColumnOverrides } from './rows';
import { getListRequests, open, serve, workshops } from './testing';

describe('declared list', { timeout: 60_000 }, () => {
  it('is a table with rows as links; a header sorts, and reverses the order on the second click', async () => {
    const requests = serve();
    const address = open(workshops);
    const name = await screen.findByRole('link', { name: 'Beta' });
    expect(name.getAttribute('href')).toBe('/en/workshops/2');
    expect(screen.getByText('$1,250.50')).toBeTruthy();
    const getSort = () => getListRequests(requests).at(-1)?.sort;
    expect(getSort()).toEqual(['name', 'ASC']);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    const headerButton = (label: string) =>
      within(screen.getByRole('columnheader', { name: label })).getByRole('button');

    fireEvent.click(headerButton('Name'));
    await waitFor(() => expect(getSort()).toEqual(['name', 'DESC']));
    fireEvent.click(headerButton('Name'));
    await waitFor(() => expect(address('order')).toBe('ASC'));
    // Right-aligned columns sort in descending order first.
    fireEvent.click(headerButton('Price per hour (USD)'));
    await waitFor(() => expect(getSort()).toEqual(['price', 'DESC']));
    expect([address('sort'), address('order')]).toEqual(['price', 'DESC']);
  });

  it('names the UTC offsets in the header of a column with absolute times', async () => {
    const [name, ...otherColumns] = workshops.columns;
    if (!name) throw new Error('no column');
    serve([
      { id: 1, name: 'Beta', createdAt: '2026-07-15T12:00:00Z', updatedAt: '2026-11-25T12:00:00Z' },
      { id: 2, name: 'Alpha', createdAt: '2026-11-15T12:00:00Z', updatedAt: '2026-11-25T12:00:00Z' },
    ]);
    const time = { ...name, type: 'datetime' } as const;
    open({
      ...workshops,
      columns: [
        name,
        { ...time, key: 'createdAt', sort: 'createdAt', label: 'Created' },
        { ...time, key: 'updatedAt', sort: 'updatedAt', label: 'Last changed' },
        ...otherColumns,
      ],
    });
    await screen.findByRole('link', { name: 'Beta' });
    // The rows have times with both offsets; a relative time needs none.
    expect(screen.getByRole('button', { name: /^Sort by created \(UTC−5\/\u2060−4\) \w+$/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Sort by last changed \w+$/ })).toBeTruthy();
    expect(screen.getByText('07/15/2026 08:00 AM')).toBeTruthy();
    expect(screen.getAllByTitle(/^11\/25\/2026 07:00 AM UTC-5 \(your time: /)).toHaveLength(2);
  });

  it('requests rows by search and filters, and all rows after Clear', async () => {
    const requests = serve();
    const address = open(workshops);
    await screen.findByRole('link', { name: 'Beta' });
    fireEvent.change(screen.getByLabelText('Search this list'), { target: { value: 'alp' } });
    await waitFor(() => expect(getListRequests(requests).at(-1)?.filter).toEqual({ keyword: 'alp' }));
    fireEvent.click(screen.getByRole('button', { name: 'Offers special support', pressed: false }));
    const both = { keyword: 'alp', supportSpecialServices: true };
    await waitFor(() => expect(getListRequests(requests).at(-1)?.filter).toEqual(both));
    expect(JSON.parse(address('filter') ?? '')).toEqual(both);
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(JSON.parse(address('filter') ?? '{}')).toEqual({}));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Search this list').value).toBe(''));
  });

  it('prints the names of filters and their values', async () => {
    serve();
    open(workshops, { search: `?filter=${encodeURIComponent('{"keyword":"alp","supportSpecialServices":true}')}` });
    await screen.findByRole('link', { name: 'Beta' });
    expect(screen.getByText('Search this list: alp · Offers special support: Yes')).toBeTruthy();
  });

  it('applies both a debounced search and a sort selected in the meantime', async () => {
    const requests = serve();
    const address = open(workshops);
    await screen.findByRole('link', { name: 'Beta' });
    fireEvent.change(screen.getByLabelText('Search this list'), { target: { value: 'alp' } });
    fireEvent.click(within(screen.getByRole('columnheader', { name: 'Price per hour (USD)' })).getByRole('button'));
    await waitFor(() =>
      expect(getListRequests(requests).at(-1)).toMatchObject({ sort: ['price', 'DESC'], filter: { keyword: 'alp' } }),
    );
    expect([address('sort'), JSON.parse(address('filter') ?? '')]).toEqual(['price', { keyword: 'alp' }]);
  });

  it('does not restore cleared filters when one is set right after Clear', async () => {
    const requests = serve();
    const address = open(workshops, { search: `?filter=${JSON.stringify({ keyword: 'alp' })}` });
    await screen.findByRole('link', { name: 'Beta' });
    const press = [
      screen.getByRole('button', { name: 'Clear' }),
      screen.getByRole('button', { name: 'Offers special support', pressed: false }),
    ];
    // Outside act, as in a browser: a low-priority update is not rendered yet at the next click.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    for (const button of press) button.click();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    await waitFor(() => expect(getListRequests(requests).at(-1)?.filter).toEqual({ supportSpecialServices: true }));
    expect(JSON.parse(address('filter') ?? '')).toEqual({ supportSpecialServices: true });
  });

  it('applies every change of columns in quick succession', async () => {
    serve();
    const address = open(workshops);
    await screen.findByRole('link', { name: 'Beta' });
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }));
    const press = [
      dialog.getByRole('button', { name: 'Move Name down' }),
      dialog.getByRole('checkbox', { name: 'Offers special support' }),
      dialog.getByRole('button', { name: 'Move Price per hour (USD) down' }),
      dialog.getByRole('button', { name: 'Move Name down' }),
    ];
    // Outside act, as in a browser: a low-priority update is not rendered yet at the next click.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    for (const button of press) {
      button.click();
      await new Promise((nextTask) => setImmediate(nextTask));
    }
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    await waitFor(() => expect(address('columns')).toBe('price,name'));
    // The first and last headers are of the boxes and details buttons.
    const readHeaders = () => [...document.querySelectorAll('thead th')].map((cell) => cell.textContent).slice(1, -1);
    await waitFor(() => expect(readHeaders()).toEqual(['Price per hour (USD)', 'Name']));
    fireEvent.click(dialog.getByRole('button', { name: 'Reset columns' }));
    await waitFor(() => expect(address.location().search).toBe(''));
    cleanup();
    open(workshops, { search: '?columns=price,name' });
    await screen.findByRole('link', { name: 'Beta' });
    expect(readHeaders()).toEqual(['Price per hour (USD)', 'Name']);
  });

  it('truncates text to one line, with the full text as tooltip', async () => {
    serve([{ id: 1, name: 'Alpha', place: 'Behind the old customs house' }]);
    const [name, ...otherColumns] = workshops.columns;
    if (!name) throw new Error('no column');
    open({ ...workshops, columns: [name, { ...name, key: 'place', label: 'Place' }, ...otherColumns] });
    const cell = await screen.findByTitle('Behind the old customs house');
    expect(getComputedStyle(cell).getPropertyValue('-webkit-line-clamp')).toBe('1');
    expect(cell.closest('a')?.getAttribute('href')).toBe('/en/workshops/1');
    expect(getComputedStyle(cell.closest('td') as HTMLElement).whiteSpace).toBe('nowrap');
  });

  it('names the rows in their count', async () => {
    serve(undefined, 90);
    open({ ...workshops, name: 'instruments', record: {} });
    expect(await screen.findByText('90 instruments')).toBeTruthy();
    expect(screen.getByText('Showing 1 to 10 of 90')).toBeTruthy();
  });

  it.each([
    [10, '', false],
    [11, '', true],
    [10, '?perPage=5', true],
    // A larger page leads back to the default.
    [11, '?perPage=25', true],
  ])('hides the controls of pages where all of %i rows fit on one (URL: %j)', async (total, search, isShown) => {
    serve(undefined, total);
    open(workshops, { search });
    await screen.findByRole('link', { name: 'Beta' });
    expect(screen.queryByRole('combobox', { name: /Rows per page/ }) !== null).toBe(isShown);
  });

  const expands: ColumnOverrides = {
    price: {
      expand: ({ name }) =>
        name === 'Beta' ? { count: 1, text: 'More', label: `More of ${name}`, content: <p>Opens at nine</p> } : null,
    },
  };

  it.each([false, true])('expands a row with more content (on a phone: %s)', async (phone) => {
    serve();
    open(workshops, { extras: expands, phone });
    const button = await screen.findByRole('button', { name: 'More of Beta' });
    expect(screen.queryByText('Opens at nine')).toBeNull();
    fireEvent.click(button);
    const content = await screen.findByText('Opens at nine');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    const region = document.getElementById(button.getAttribute('aria-controls') ?? '');
    expect(region?.contains(content)).toBe(true);
    expect(screen.queryByRole('button', { name: 'More of Alpha' })).toBeNull();
  });

  it('renders cards on a phone, sorted by a menu that reverses the order', async () => {
    serve();
    const address = open(workshops, { phone: true });
    const beta = (await screen.findByRole('link', { name: 'Beta' })).closest('li') as HTMLElement;
    expect(within(screen.getByRole('list', { name: 'Workshops' })).getAllByRole('listitem')).toHaveLength(2);
    expect(within(beta).getByText(/^Price per hour/).parentElement?.textContent).toBe(
      'Price per hour (USD): $1,250.50',
    );
    expect(screen.queryByRole('table')).toBeNull();
    // A zero badge must not be exposed to screen readers.
    expect(screen.queryByText('0')).toBeNull();
    // Everything except the search is behind one button.
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Filters, sorting, and columns' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters, sorting, and columns' }));
    expect(sheet.getByRole('button', { name: 'Columns' })).toBeTruthy();
    expect(sheet.getByRole('button', { name: 'Offers special support' })).toBeTruthy();
    for (const order of ['DESC', 'ASC']) {
      fireEvent.click(screen.getByRole('button', { name: 'Sorted by Name' }));
      fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Name', checked: true }));
      await waitFor(() => expect(address('order')).toBe(order));
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    }
  });
});

it('omits empty values from a card', async () => {
  serve([{ id: 1, name: 'Alpha', price: null, supportSpecialServices: true }]);
  open(workshops, { phone: true });
  const alpha = (await screen.findByRole('link', { name: 'Alpha' })).closest('li') as HTMLElement;
  expect(within(alpha).queryByText(/^Price per hour/)).toBeNull();
});

describe('requests', () => {
  const [name] = workshops.columns;
  if (!name) throw new Error('no column');
  const requests = {
    ...workshops,
    name: 'active-repairs',
    record: { REPAIR: 'process-repair/{id}' },
    bulkActions: [],
    filters: [{ key: 'myTurn', type: 'switch', label: 'Needs my action' }],
    columns: [
      { ...name, key: 'requestId', label: 'Request' },
      { ...name, key: 'clientName', label: 'Client' },
      { ...name, key: 'status', type: 'status', label: 'Status' },
      { ...name, key: 'actionRequired', type: 'role', label: 'Action required' },
      { ...name, key: 'createdAt', type: 'datetime', label: 'Created' },
      { ...name, key: 'updatedAt', type: 'datetime', label: 'Last changed' },
    ],
  } satisfies typeof workshops;
  const row = {
    clientName: 'Customs',
    status: 'NEW',
    actionRequired: 'SUPERVISOR',
    nextStep: 'Approve or reject units',
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
  };
  const rows = [
    { ...row, id: 1, requestId: 'R-1', actionRequiredFromCurrentUser: true },
    { ...row, id: 2, requestId: 'R-2', actionRequiredFromCurrentUser: false },
  ];
  const meta = { choices: { roles: [{ key: 'SUPERVISOR', name: 'Supervisor' }] } };

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(row.updatedAt) }));
  afterEach(() => void vi.useRealTimers());

  it.each([false, true])('name the next step of the user, and the role of others (on a phone: %s)', async (phone) => {
    serve(rows);
    open(requests, { phone, meta });
    await screen.findByRole('link', { name: 'R-1' });
    expect(screen.getAllByText('Approve or reject units')).toHaveLength(1);
    expect(screen.getAllByText('from supervisor')).toHaveLength(1);
    // The badge of the details button, which cards do not have.
    expect(screen.queryAllByText('1')).toHaveLength(phone ? 0 : 1);
  });

  it('are cards of three lines: number and status, client and time, next step', async () => {
    serve(rows);
    open(requests, { phone: true, meta });
    const card = (await screen.findByRole('link', { name: 'R-1' })).closest('li') as HTMLElement;
    expect([...card.children].map(({ textContent }) => textContent)).toEqual([
      'R-1NEW',
      'Customsnow',
      'Approve or reject units',
    ]);
    const own = (await screen.findByRole('link', { name: 'R-2' })).closest('li') as HTMLElement;
    expect(own.lastElementChild?.textContent).toBe('Action required from supervisor');
  });

  it('have the label and offset of an absolute time on the card', async () => {
    serve(rows.map((each) => ({ ...each, createdAt: '2026-11-25T12:00:00Z' })));
    open(requests, { phone: true, meta, extras: { createdAt: { card: 'figure' } } });
    await screen.findByRole('link', { name: 'R-1' });
    expect(screen.getAllByText('Created (UTC−5):')).toHaveLength(2);
    expect(screen.getAllByText('11/25/2026 07:00 AM')).toHaveLength(2);
  });

  it.each([false, true])(
    'can be filtered by the turn of the user, unless it is never (on a phone: %s)',
    async (phone) => {
      serve(rows);
      open(requests, { phone, meta, counters: [{ requestType: 'REPAIR', total: 1 }] });
      const filter = await screen.findByRole('button', { name: 'Needs my action' });
      expect(within(filter).queryByTestId('CheckIcon')).toBeNull();
      fireEvent.click(filter);
      expect(await within(filter).findByTestId('CheckIcon')).toBeTruthy();
      cleanup();
      open(requests, { phone, meta, counters: [{ requestType: 'PARTS', total: 1 }] });
      await screen.findByRole('link', { name: 'R-1' });
      expect(screen.queryByRole('button', { name: 'Needs my action' })).toBeNull();
    },
  );

  it('open by an icon before the number, which stays in view instead of the icon', async () => {
    serve(rows);
    const kind = { ...name, key: 'requestType', type: 'choice', label: 'Category' } as const;
    const extras: ColumnOverrides = { requestType: { isIcon: true, render: () => 'Repair' } };
    open({ ...requests, columns: [kind, ...requests.columns] }, { meta, extras });
    const icon = (await screen.findAllByText('Repair'))[0]?.closest('td') as HTMLElement;
    expect(icon.querySelector('.overlayLink')?.getAttribute('href')).toBe('/en/process-repair/1');
    expect([...(icon.parentElement?.querySelectorAll('.sticky') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'R-1',
    ]);
  });

  it.each([
    ['full', ['Preferred (UTC−5)', 'Created']],
    ['date', ['Preferred (UTC−5)', 'Created (UTC−5)']],
  ] as const)(
    'have the offset of dates once in the header, with the times if there are any (%s)',
    async (form, labels) => {
      const time = '2026-11-25T12:00:00Z';
      serve(rows.map((each) => ({ ...each, createdAt: time, preferredDate: time })));
      const preferredDate = { ...name, key: 'preferredDate', type: 'datetime', label: 'Preferred' } as const;
      const createdAt = { ...preferredDate, key: 'createdAt', label: 'Created' } as const;
      const columns = [...requests.columns.slice(0, 1), preferredDate, createdAt];
      open(
        { ...requests, columns },
        { meta, extras: { createdAt: { form: 'date' }, ...(form === 'date' && { preferredDate: { form } }) } },
      );
      await screen.findByRole('link', { name: 'R-1' });
      const headers = screen.getAllByRole('columnheader').slice(1, 3);
      expect(headers.map(({ textContent }) => textContent)).toEqual(labels);
    },
  );

  it('begin with a time that is aligned to the start; other times are to the end', async () => {
    serve(rows);
    const columns = requests.columns.filter(({ type }) => type === 'datetime' || type === 'text').reverse();
    open({ ...requests, columns }, { meta });
    await screen.findByRole('link', { name: 'R-1' });
    const isRight = (label: string) =>
      screen.getByRole('columnheader', { name: label }).className.includes('alignRight');
    expect([isRight('Last changed'), isRight('Created (UTC−5)')]).toEqual([false, true]);
  });

  it('have one solid button: on desktops it is the one of the navigation', async () => {
    const page = { path: 'new-repair', group: 'new', label: 'New repair', icon: 'add', addsTo: 'active-repairs' };
    serve(rows);
    open(requests, { meta: { ...meta, pages: [page] } });
    await screen.findByRole('link', { name: 'R-1' });
    expect(screen.getByRole('link', { name: 'New repair' }).className).not.toContain('contained');
    cleanup();
    open(requests, { phone: true, meta: { ...meta, pages: [page] } });
    await screen.findByRole('link', { name: 'R-1' });
    expect(screen.getByRole('link', { name: 'New repair' }).className).toContain('contained');
  });
});

it('does not show the empty state when opened past the last page', async () => {
  let respond = () => {};
  const later = new Promise<void>((resolve) => {
    respond = resolve;
  });
  vi.stubGlobal('fetch', async (input: string) => {
    const isPast = decodeURIComponent(input).includes('range=[50');
    if (!isPast) await later;
    const headers = { 'Content-Range': isPast ? 'workshops */12' : 'workshops 10-11/12' };
    return new Response(JSON.stringify(isPast ? [] : [{ id: 12, name: 'Last', price: 1 }]), { headers });
  });
  const address = open(workshops, { search: '?page=6&perPage=10&sort=name&order=ASC' });
  // The response has arrived, and the last page is loading.
  await waitFor(() => expect(address('page')).toBe('2'));
  expect(document.querySelector('.MuiSkeleton-root')).toBeTruthy();
  expect(screen.queryByText('Nothing here yet')).toBeNull();
  await act(async () => respond());
  expect(await screen.findByText('Last')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Go to next page' }).disabled).toBe(true);
});

it('has as many skeleton rows as the list has rows, if known', async () => {
  serve([], 1);
  open(workshops);
  await screen.findByText('Showing 1 to 1 of 1');
  expect(document.querySelectorAll('tbody tr')).toHaveLength(1);
  expect(document.querySelector('tbody .MuiSkeleton-root')).toBeTruthy();
});

it('has the icon of its page in the empty state', async () => {
  serve([]);
  open({ ...workshops, icon: 'outbox' });
  const title = await screen.findByText('Nothing here yet');
  expect(title.parentElement?.querySelector('[data-testid="OutboxOutlinedIcon"]')).toBeTruthy();
});

it('shows that no client is assigned instead of the empty state', async () => {
  serve([]);
  const requests = { ...workshops, record: { REPAIR: 'process-repair/{id}' } };
  open(requests, { meta: { missing: ['clients'] } });
  expect(await screen.findByText('No clients assigned')).toBeTruthy();
  expect(screen.getByText(/Ask an administrator to assign clients/)).toBeTruthy();
});
