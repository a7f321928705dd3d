// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { DateFilter, Filter, ResourceMeta } from '../../api/types';
import './FilterPanel';
import { getListRequests, open, serve, turnTablet, workshops } from './testing';

const choice = (key: string, label: string, choices: { key: string; name: string }[], type: 'choice' | 'given') =>
  ({ key, label, type, multiple: false, choices }) satisfies Filter;
const from: DateFilter = {
  key: 'createdFrom',
  label: 'From',
  type: 'date',
  other: 'createdTo',
  bound: 'from',
  opening: '2025-12-01',
};
const to: DateFilter = {
  key: 'createdTo',
  label: 'To',
  type: 'date',
  other: 'createdFrom',
  bound: 'to',
  opening: null,
};
const report: ResourceMeta = {
  ...workshops,
  filterRequired: true,
  bulkActions: [],
  filters: [
    choice('categoryId', 'Category', [{ key: 'RPM', name: 'Portal' }], 'choice'),
    { key: 'partId', label: 'Part', type: 'part', other: 'categoryId' },
    { key: 'serialNumber', label: 'Serial', type: 'text' },
    from,
    to,
    choice('leftStep', 'Step', [{ key: 'NEW', name: 'New' }], 'given'),
  ],
};

async function typeDay(label: string, ...parts: string[]) {
  const group = screen.getByRole('group', { name: label });
  for (const [index, digits] of parts.entries()) {
    const section = () => within(group).getAllByRole('spinbutton')[index] as HTMLElement;
    await act(async () => section().focus());
    for (const digit of digits) {
      section().textContent = digit;
      await act(async () => fireEvent.input(section()));
    }
  }
}

async function clearDay(label: string) {
  const group = screen.getByRole('group', { name: label });
  for (const section of within(group).getAllByRole('spinbutton')) {
    await act(async () => section.focus());
    await act(async () => fireEvent.keyDown(section, { key: 'Delete' }));
  }
}

describe('filters of a report', { timeout: 60_000 }, () => {
  const search = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Search' });
  const openFilters = () => fireEvent.click(screen.getByRole('button', { name: 'Filters' }));

  it('are applied together by Search, which is enabled once one has a value', async () => {
    const requests = serve();
    const address = open(report);
    await screen.findByText('Period: Last 12 months');
    expect(getListRequests(requests).at(-1)?.filter).toEqual({ createdFrom: '2025-12-01T00:00:00' });
    openFilters();
    const serial = await screen.findByLabelText('Serial');
    await clearDay('From');
    expect(search().disabled).toBe(true);
    fireEvent.change(serial, { target: { value: '  ' } });
    expect(search().disabled).toBe(true);
    fireEvent.change(serial, { target: { value: ' 7 ' } });
    await typeDay('From', '02', '01', '2026');
    await act(async () => fireEvent.click(search()));
    await screen.findByRole('link', { name: 'Beta' });
    expect(JSON.parse(address('filter') ?? '')).toEqual({ serialNumber: '7', createdFrom: '2026-02-01' });
    expect(getListRequests(requests).at(-1)?.filter).toEqual({ serialNumber: '7', createdFrom: '2026-02-01T00:00:00' });
    expect(screen.getByText('Serial: 7')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await screen.findByText('Period: Last 12 months');
    expect(screen.queryByText('Serial: 7')).toBeNull();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Serial').value).toBe(''));
  });

  it('in the row are applied at once, with the typed text of the form', async () => {
    serve();
    const status = choice('status', 'Status', [{ key: 'NEW', name: 'New' }], 'choice');
    const address = open({ ...report, filters: [status, ...report.filters] });
    fireEvent.click(await screen.findByRole('button', { name: 'More' }));
    fireEvent.change(await screen.findByLabelText('Serial'), { target: { value: '7' } });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Status' }));
    fireEvent.click(await screen.findByRole('option', { name: 'New' }));
    await screen.findByText('Status: New');
    const readFilter = () => JSON.parse(address('filter') ?? '{}');
    await waitFor(() => expect(readFilter()).toEqual({ status: 'NEW', serialNumber: '7', createdFrom: '2025-12-01' }));
    expect(screen.getByLabelText('Serial').closest('.MuiCollapse-hidden')).toBeNull();
  });

  it('name the period, and open the dates for another one', async () => {
    serve();
    const address = open(report);
    const period = await screen.findByRole('combobox', { name: /^Period/ });
    fireEvent.mouseDown(period);
    fireEvent.click(await screen.findByRole('option', { name: 'Last 3 months' }));
    await screen.findByText('Period: Last 3 months');
    await waitFor(() => expect(JSON.parse(address('filter') ?? '{}')).toEqual({ createdFrom: '2026-09-01' }));
    fireEvent.mouseDown(period);
    fireEvent.click(await screen.findByRole('option', { name: 'Choose dates…' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Filters' }).getAttribute('aria-expanded')).toBe('true'),
    );
    // The menu has returned the focus to the select.
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('spinbutton'));
    cleanup();

    open(report, { search: '?filter=%7B%22createdFrom%22%3A%222026-02-03%22%2C%22createdTo%22%3A%222026-03-01%22%7D' });
    await screen.findByText('Period: 02/03/2026 – 03/01/2026');
  });

  it('keep typed text that is not applied yet when a tablet is rotated', async () => {
    serve();
    open({ ...report, filterRequired: false });
    fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    fireEvent.change(await screen.findByLabelText('Serial'), { target: { value: '7' } });
    act(turnTablet);
    await screen.findByRole('button', { name: 'Sorting and columns' });
    expect(screen.getByLabelText<HTMLInputElement>('Serial').value).toBe('7');
  });

  it('show validation errors for incomplete dates and dates in the wrong order', async () => {
    const requests = serve();
    open(report);
    await screen.findByText('Period: Last 12 months');
    openFilters();
    await screen.findByLabelText('Serial');
    const before = getListRequests(requests).length;
    await typeDay('From', '02', '03', '2026');
    await typeDay('To', '02');
    await act(async () => fireEvent.click(search()));
    expect(screen.getByRole('alert').textContent).toMatch(/^Complete the field/);
    await typeDay('To', '02', '01', '2026');
    await act(async () => fireEvent.click(search()));
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Must be on or before the end date',
      'Must be on or after the start date',
    ]);
    expect(getListRequests(requests)).toHaveLength(before);
    await typeDay('To', '12', '31', '2026');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await act(async () => fireEvent.click(search()));
    await screen.findByRole('link', { name: 'Beta' });
  });

  it('offer the parts of the selected category, and clear the part with the category', async () => {
    serve();
    const filter = { categoryId: 'RPM', partId: '7', leftStep: 'NEW' };
    const address = open(report, { search: `?filter=${encodeURIComponent(JSON.stringify(filter))}` });
    await screen.findByText('Part: Acme Gate');
    openFilters();
    const chosen = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Part/ });
    await waitFor(() => expect(chosen.value).toBe('Acme Gate'));
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /^Category/ }));
    fireEvent.click(await screen.findByText('Any'));
    await waitFor(() => expect(chosen.disabled).toBe(true));
    expect(chosen.value).toBe('');
    expect(screen.getByPlaceholderText('Choose a category first')).toBeTruthy();
    // A filter that only links set has a chip; removing it submits the other fields as well.
    fireEvent.click(within(screen.getByText('Step: New').parentElement as HTMLElement).getByTestId('CloseIcon'));
    await screen.findByText('Period: Last 12 months');
    expect(JSON.parse(address('filter') ?? '{}')).toEqual({});
  });

  it('keep the current view, which is the first one by default', async () => {
    serve();
    const views = [{ key: 'charts', label: 'report.charts', Body: () => <p>the charts</p> }];
    const address = open(report, { views });
    await screen.findByText('the charts');
    await screen.findByRole('button', { name: 'Filters' });
    openFilters();
    fireEvent.change(await screen.findByLabelText('Serial'), { target: { value: '7' } });
    await act(async () => fireEvent.click(search()));
    await screen.findByText('Serial: 7');
    screen.getByText('the charts');
    fireEvent.click(screen.getByRole('tab', { name: 'Requests 2' }));
    await screen.findByRole('link', { name: 'Beta' });
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await screen.findByText('Period: Last 12 months');
    expect(address('view')).toBe('rows');
    expect(screen.getByRole('link', { name: 'Beta' })).toBeTruthy();
  });

  it.each([
    ['a view selected immediately before them', ['tab', 'search']],
    ['a view selected immediately after them', ['search', 'tab']],
  ])('are not lost with %s', async (_, order) => {
    serve();
    const views = [{ key: 'charts', label: 'report.charts', Body: () => <p>the charts</p> }];
    const address = open(report, { views });
    await screen.findByText('the charts');
    await screen.findByRole('button', { name: 'Filters' });
    openFilters();
    fireEvent.change(await screen.findByLabelText('Serial'), { target: { value: '7' } });
    const press: Record<string, HTMLElement> = {
      tab: screen.getByRole('tab', { name: 'Requests 2' }),
      search: search(),
    };
    // Outside act, as in a browser: a low-priority update is not rendered yet at the next click.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    for (const name of order) {
      press[name]?.click();
      await vi.waitFor(() => expect(address(name === 'tab' ? 'view' : 'filter')).not.toBeNull(), {
        interval: 0,
        timeout: 10_000,
      });
    }
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    await screen.findByText('Serial: 7');
    await screen.findByRole('link', { name: 'Beta' });
    expect(address('view')).toBe('rows');
  });

  it('keep the search keyword, and show the name of each selected value', async () => {
    const log: ResourceMeta = {
      ...report,
      filterRequired: false,
      filters: [
        {
          ...choice(
            'kind',
            'Kind',
            [
              { key: 'A', name: 'Part' },
              { key: 'B', name: 'User' },
            ],
            'choice',
          ),
          type: 'choices',
          multiple: true,
        },
        from,
        to,
      ],
    };
    const requests = serve();
    open(log, { search: '?filter=%7B%22keyword%22%3A%22x%22%2C%22kind%22%3A%5B%22A%22%2C%22B%22%5D%7D' });
    const filters = await screen.findByRole('button', { name: 'Filters' });
    // Printed filters.
    expect(screen.getByText('Search this list: x · Kind: Part, User')).toBeTruthy();
    expect(screen.getByText('Kind: Part, User')).toBeTruthy();
    // In the toolbar of the list, not in a separate card.
    expect(filters.closest('[role=search]')?.contains(screen.getByLabelText('Search this list'))).toBe(true);
    fireEvent.click(filters);
    await act(async () => fireEvent.click(search()));
    await waitFor(() => expect(getListRequests(requests).at(-1)?.filter).toEqual({ keyword: 'x', kind: ['A', 'B'] }));
  });

  const status = choice('status', 'Status', [{ key: 'NEW', name: 'New' }], 'choice');
  const chooseStatus = async () => {
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Status' }));
    fireEvent.click(await screen.findByRole('option', { name: 'New' }));
  };

  it('in the row follow Back without applying the text that was typed', async () => {
    const requests = serve();
    const address = open({ ...report, filters: [status, ...report.filters] });
    await chooseStatus();
    await screen.findByText('Status: New');
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.change(await screen.findByLabelText('Serial'), { target: { value: '7' } });
    await address.back();
    await waitFor(() => expect(screen.queryByText('Status: New')).toBeNull());
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Status');
    await act(async () => {});
    expect(address('filter')).toBeNull();
    expect(getListRequests(requests).filter(({ filter }) => 'serialNumber' in (filter as object))).toEqual([]);
    expect(screen.queryByText('Serial: 7')).toBeNull();
  });

  it('in the row open the form if a typed date is incomplete, and apply nothing', async () => {
    serve();
    const address = open({ ...report, filters: [status, ...report.filters] });
    const more = await screen.findByRole('button', { name: 'More' });
    fireEvent.click(more);
    await screen.findByLabelText('Serial');
    await typeDay('To', '02');
    fireEvent.click(more);
    expect(more.getAttribute('aria-expanded')).toBe('false');
    await chooseStatus();
    await waitFor(() => expect(more.getAttribute('aria-expanded')).toBe('true'));
    expect(address('filter')).toBeNull();
  });

  it('close once Search applies them, and have Reset even for the default period', async () => {
    serve();
    const address = open(report);
    await screen.findByText('Period: Last 12 months');
    openFilters();
    const filters = screen.getByRole('button', { name: 'Filters' });
    expect(document.getElementById(filters.getAttribute('aria-controls') ?? '')?.contains(search())).toBe(true);
    fireEvent.change(await screen.findByLabelText('Serial'), { target: { value: '7' } });
    await act(async () => fireEvent.click(search()));
    expect(filters.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(JSON.parse(address('filter') ?? '')).toEqual({}));
    expect(screen.getByRole('button', { name: 'Reset' })).toBeTruthy();
  });

  it('of a list without a required one are cleared with the keyword, and have no button otherwise', async () => {
    serve();
    const filter = { keyword: 'x', serialNumber: '7' };
    const address = open({ ...report, filterRequired: false }, { search: `?filter=${JSON.stringify(filter)}` });
    await screen.findByText('Serial: 7');
    expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
    // Without any value, Search is possible as well.
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    expect(search().disabled).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(JSON.parse(address('filter') ?? '')).toEqual({}));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull());
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Search this list').value).toBe(''));
    expect(search().disabled).toBe(false);
  });

  it('on a phone have Reset in the form, next to Search', async () => {
    serve();
    open(report, { phone: true });
    await screen.findByText('Period: Last 12 months');
    expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
    openFilters();
    const reset = await screen.findAllByRole('button', { name: 'Reset' });
    expect(reset.map((button) => button.closest('form')?.contains(search()))).toEqual([true]);
  });
});
