// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { stubWidth } from '../../core/tables/testing';
import ImportPage from './ImportPage';
import { buildCorrected, buildRow, buildRun, renderAt, serve } from './testing';

const wrong = buildRow(4, {
  verdict: 'WRONG',
  cells: { number: 'A-4', category: 'Gate' },
  errors: { category: ['There is no such category.'] },
});
const changed = buildRow(3, { verdict: 'CHANGE', cells: { number: 'A-3', model: 'new' }, old: { model: 'before' } });
const page = { content: [changed, wrong], totalElements: 2 };
const category = () => screen.findByRole('combobox', { name: 'Category, row 4' });

describe('ImportPage', { timeout: 60_000 }, () => {
  it('links to the list if the import does not exist', async () => {
    serve({ 'GET /api/v1/imports/7': () => new Response(JSON.stringify({ code: 'NOT_FOUND' }), { status: 404 }) });
    await renderAt(<ImportPage />);
    const back = await screen.findByRole('link', { name: 'Back to list' });
    expect(back.getAttribute('href')).toBe('/en/imports');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('offers to load an import again after another error', async () => {
    let isDown = true;
    serve({
      'GET /api/v1/imports/7': () =>
        isDown
          ? new Response('{"code":"FORBIDDEN","message":"Not now"}', { status: 403 })
          : buildRun({ state: 'CANCELLED' }),
    });
    await renderAt(<ImportPage />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    fireEvent.click(again);
    expect(await screen.findByText('Import discarded')).toBeTruthy();
  });

  it('leaves the page of an address without an id', async () => {
    const requests = serve({});
    const address = await renderAt(<ImportPage />, { at: '/en/imports/seven' });
    await waitFor(() => expect(address()).not.toContain('imports'));
    expect(requests).toEqual([]);
  });

  it('shows changes and corrects a cell with an error in place', async () => {
    const requests = serve({
      'GET /api/v1/imports/7': () => buildRun(),
      'GET /api/v1/imports/7/rows': () => page,
      'PUT /api/v1/imports/7/rows/4': () => buildCorrected({ ...wrong, verdict: 'CREATE', errors: {} }),
      'POST /api/v1/imports/7/write': () => buildRun({ state: 'WRITING', progress: 40 }),
    });
    await renderAt(<ImportPage />);
    const cell = await category();
    expect(screen.getByText(/Category: not in the list/)).toBeTruthy();
    expect(screen.getByText('before').closest('del')).toBeTruthy();
    // The message is in another cell of the row; the field refers to it with aria-describedby.
    expect(document.getElementById(cell.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'Category: not in the list',
    );
    const write = screen.getByRole('button', { name: 'Import 2 rows' });
    expect(write).toHaveProperty('disabled', true);

    const countRowRequests = () => requests.filter(({ path }) => path.endsWith('/rows')).length;
    const before = countRowRequests();
    cell.focus();
    fireEvent.change(cell, { target: { value: 'RPM' } });
    await waitFor(() =>
      expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ cells: { category: 'RPM' } }),
    );
    await screen.findByRole('button', { name: 'Import 3 rows' });
    expect(screen.queryByText(/Category: not in the list/)).toBeNull();
    // The cell keeps its place and the focus.
    expect(document.activeElement).toBe(await category());
    expect(screen.getByRole('button', { name: /^Errors 0/ })).toBeTruthy();
    expect(countRowRequests()).toBe(before);

    fireEvent.click(screen.getByRole('button', { name: 'Import 3 rows' }));
    const question = await screen.findByRole('dialog', { name: 'Import into “Parts”?' });
    expect(question.textContent).toContain('2 rows will be added.1 row will be updated.');
    fireEvent.click(within(question).getByRole('button', { name: 'Import 3 rows' }));
    expect(
      (await screen.findByRole('progressbar', { name: 'Importing the rows…' })).getAttribute('aria-valuenow'),
    ).toBe('40');
    const sent = requests.find(({ path }) => path.endsWith('/write'));
    expect([sent?.query.get('version'), sent?.body]).toEqual(['1', { skipWrong: false }]);
  });

  it('shows on a card the number of errors, each error at its field, and names of choices', async () => {
    stubWidth(340);
    const row = { ...wrong, errors: { ...wrong.errors, model: ['Required!'], '': ['Rows are duplicates'] } };
    serve({
      'GET /api/v1/imports/7': () => buildRun(),
      'GET /api/v1/imports/7/rows': () => ({ content: [row, buildRow(5)], totalElements: 2 }),
    });
    await renderAt(<ImportPage />);
    const cell = await category();
    expect(cell.getAttribute('aria-required')).toBe('true');
    const model = screen.getByRole('textbox', { name: 'Model, row 4' });
    const describe = (input: HTMLElement) =>
      document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
    expect([describe(cell), describe(model)]).toEqual(['Not in the list', 'Required!']);
    expect(screen.getByText('3 errors')).toBeTruthy();
    expect(screen.getByText('Rows are duplicates')).toBeTruthy();
    // The file has the key.
    expect(screen.getByText('Portal monitor', { selector: 'span' })).toBeTruthy();
  });

  it('shows why a failed import wrote nothing, above the rows', async () => {
    const message = 'A service with this name already exists';
    serve({
      'GET /api/v1/imports/7': () => buildRun({ error: { code: 'SERVICE_EXISTS', message } }),
      'GET /api/v1/imports/7/rows': () => page,
    });
    await renderAt(<ImportPage />);
    expect((await screen.findByRole('alert')).textContent).toBe(`Nothing was imported${message}`);
    expect(await category()).toBeTruthy();
  });

  it('shows the image of a row and the image it replaces', async () => {
    const row = buildRow(3, {
      verdict: 'CHANGE',
      cells: { number: 'A-3', image: 'front.png' },
      old: { image: 'Current image' },
      pictures: { image: { url: '/new', oldUrl: '/old' } },
    });
    const image = {
      key: 'image',
      label: 'Picture',
      type: 'image' as const,
      required: false,
      neededInUse: '',
      choices: [],
    };
    serve({
      'GET /api/v1/imports/7': () => buildRun({ fields: [...buildRun().fields, image] }),
      'GET /api/v1/imports/7/rows': () => ({ content: [row], totalElements: 1 }),
    });
    await renderAt(<ImportPage />);
    const thumbnail = await screen.findByRole('button', { name: /front\.png/ });
    expect(thumbnail.querySelector('img')?.getAttribute('src')).toBe('/new?size=thumb');
    const before = screen.getByRole('button', { name: /Current image/ });
    expect(before.closest('del') && before.querySelector('img')?.getAttribute('src')).toBe('/old?size=thumb');
  });

  it('skips rows with errors only on request', async () => {
    const requests = serve({
      'GET /api/v1/imports/7': () => buildRun(),
      'GET /api/v1/imports/7/rows': () => page,
      'POST /api/v1/imports/7/write': () => buildRun({ state: 'DONE', canUndo: true }),
    });
    await renderAt(<ImportPage />);
    const write = await screen.findByRole('button', { name: 'Import 2 rows' });
    expect(screen.getByText('1 row has errors')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Skip the row with errors' }));
    fireEvent.click(write);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Import 2 rows' }));
    expect(await screen.findByText('Added: 1. Updated: 1. Unchanged: 0. Skipped: 1.')).toBeTruthy();
    expect(requests.find(({ path }) => path.endsWith('/write'))?.body).toEqual({ skipWrong: true });
  });

  it('keeps typed text while offline and saves it when online again', async () => {
    let down = true;
    const requests = serve({
      'GET /api/v1/imports/7': () => buildRun(),
      'GET /api/v1/imports/7/rows': () => page,
      'PUT /api/v1/imports/7/rows/4': () => {
        if (down) throw new TypeError('Failed to fetch');
        return buildCorrected({ ...wrong, verdict: 'CREATE', errors: {} });
      },
    });
    await renderAt(<ImportPage />);
    fireEvent.change(await category(), { target: { value: 'RPM' } });
    expect(await screen.findByText('Not saved')).toBeTruthy();
    expect(screen.getByText("A correction isn't saved yet.")).toBeTruthy();
    down = false;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull());
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });

  it('filters the rows and keeps the filter in the URL', async () => {
    const requests = serve({
      'GET /api/v1/imports/7': () => buildRun(),
      'GET /api/v1/imports/7/rows': ({ query }) =>
        query.get('only') === 'WRONG' ? { content: [wrong], totalElements: 1 } : page,
    });
    const address = await renderAt(<ImportPage />);
    fireEvent.click(await screen.findByRole('button', { name: /^Errors 1/ }));
    await waitFor(() => expect(screen.queryByText('before')).toBeNull());
    expect(address()).toBe('/en/imports/7?only=WRONG');
    expect(requests.at(-1)?.query.get('only')).toBe('WRONG');
  });

  it('asks for the columns: a field belongs to one column or has one fixed value', async () => {
    const requests = serve({
      'GET /api/v1/imports/7': () => buildRun({ state: 'COLUMNS', counts: null }),
      'PUT /api/v1/imports/7/columns': () => buildRun({ state: 'CHECKING' }),
    });
    await renderAt(<ImportPage />);
    expect(await screen.findByText('Matched')).toBeTruthy();
    // A skipped column has no chip, as its select says so.
    expect(screen.getAllByText('Likely match: please check')).toHaveLength(1);
    expect(screen.queryByText('Skipped')).toBeNull();
    const hint = "1 required field isn't matched. New rows may have errors.";
    expect(screen.getByText(hint)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Check rows' })).toHaveProperty('disabled', false);
    const colour = screen.getByRole('combobox', { name: 'Field for “Colour”' });
    fireEvent.change(colour, { target: { value: 'number' } });
    await waitFor(() =>
      expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Field for “Part no.”' }).value).toBe(''),
    );
    expect(screen.getByText('Chosen by you')).toBeTruthy();
    fireEvent.change(colour, { target: { value: 'category' } });
    expect(await screen.findByText(hint)).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: 'Number' }), { target: { value: 'X' } });
    expect(await screen.findByText('All required fields are matched.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Check rows' }));
    await screen.findByText('Checking the rows…');
    const sent = requests.find(({ method }) => method === 'PUT');
    expect(sent?.body).toEqual({
      sheet: 0,
      headerRow: 2,
      columns: [
        { index: 0, field: null },
        { index: 1, field: 'category' },
        { index: 2, field: 'model' },
      ],
      fixed: { number: 'X' },
    });
  });

  it('says why the rows were not checked: a column that identifies them is missing', async () => {
    const run = buildRun({ state: 'COLUMNS', counts: null, missing: ['number', 'category'] });
    serve({
      'GET /api/v1/imports/7': () => run,
      'PUT /api/v1/imports/7/columns': () => ({ ...run, version: 2 }),
    });
    await renderAt(<ImportPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Check rows' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      "The rows can't be checked yet. Match the columns that identify them. Not matched: Number, Category.",
    );
    expect(screen.queryByText(/New rows may have errors/)).toBeNull();
    fireEvent.change(screen.getByRole('combobox', { name: 'Field for “Colour”' }), { target: { value: 'category' } });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('shows five rows of a longer file, the header row among them, and all on request', async () => {
    const preview = Array.from({ length: 20 }, (_, index) => [`cell ${index + 1}`]);
    const requests = serve({
      'GET /api/v1/imports/7': () => buildRun({ state: 'COLUMNS', counts: null, preview }),
      'PUT /api/v1/imports/7/columns': () => buildRun({ state: 'COLUMNS', counts: null, preview, headerRow: 0 }),
    });
    await renderAt(<ImportPage />);
    const radios = await screen.findAllByRole('radio');
    expect(radios.map((radio) => radio.getAttribute('aria-label')).slice(-2)).toEqual([
      'Row 5 has the headers',
      'No header row',
    ]);
    expect(new Set(radios.map((radio) => (radio as HTMLInputElement).name)).size).toBe(1);
    fireEvent.click(screen.getByRole('button', { name: 'Show more rows' }));
    expect(screen.getAllByRole('radio')).toHaveLength(21);
    fireEvent.click(screen.getByRole('radio', { name: 'No header row' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: 'No header row' })).toHaveProperty('checked', true));
    // Not one by the radio and one by its row.
    expect(requests.filter(({ method }) => method === 'PUT').map(({ body }) => body?.headerRow)).toEqual([0]);
  });

  it('offers a fixed value for fields needed in use and warns of rows without a value', async () => {
    const neededInUse = 'Clients choose by it.';
    const choices = ['Repair', 'Parts'].map((name, at) => ({ key: String(at), name }));
    const services = { key: 'services', label: 'Services', type: 'choices' as const, required: false };
    const fields = [...buildRun().fields, { ...services, neededInUse, choices }];
    const counts = { create: 1500, change: 0, same: 0, wrong: 0, skipped: 0, withoutValue: { services: 1200 } };
    const requests = serve({
      'GET /api/v1/imports/7': () => buildRun({ fields, counts }),
      'GET /api/v1/imports/7/rows': () => page,
      'PUT /api/v1/imports/7/columns': () => buildRun({ state: 'CHECKING' }),
    });
    await renderAt(<ImportPage />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`1,200 rows have no value in “Services”. ${neededInUse}`);
    fireEvent.click(screen.getByRole('button', { name: 'Back to columns' }));
    const field = await screen.findByRole('combobox', { name: /^Services/ });
    expect(screen.getByText(neededInUse)).toBeTruthy();
    for (const name of ['Repair', 'Parts']) {
      act(() => field.focus());
      fireEvent.mouseDown(field);
      fireEvent.click(await screen.findByRole('option', { name }));
    }
    fireEvent.click(screen.getByRole('button', { name: 'Check rows' }));
    await screen.findByText('Checking the rows…');
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      fixed: { services: 'Repair, Parts' },
    });
  });

  it('refreshes the proposed columns when another header row is chosen', async () => {
    const requests = serve({
      'GET /api/v1/imports/7': () => buildRun({ state: 'COLUMNS', counts: null }),
      'PUT /api/v1/imports/7/columns': () => buildRun({ state: 'COLUMNS', counts: null, headerRow: 3 }),
    });
    await renderAt(<ImportPage />);
    fireEvent.click(await screen.findByText('A-1', { selector: 'td' }));
    await waitFor(() =>
      expect(screen.getByRole('radio', { name: 'Row 3 has the headers' })).toHaveProperty('checked', true),
    );
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({ headerRow: 3, columns: [] });
  });

  it('resumes its progress after a reload and continues to the summary', async () => {
    let run = buildRun({ state: 'WRITING', progress: 10 });
    serve({
      'GET /api/v1/imports/7': () => run,
      'POST /api/v1/imports/7/undo': () => buildRun({ state: 'UNDONE' }),
    });
    await renderAt(<ImportPage />);
    expect(
      (await screen.findByRole('progressbar', { name: 'Importing the rows…' })).getAttribute('aria-valuenow'),
    ).toBe('10');
    run = buildRun({ state: 'DONE', canUndo: true });
    expect(await screen.findByText('2 rows imported')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Undo import' }));
    const question = await screen.findByRole('dialog', { name: 'Undo this import?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Undo import' }));
    expect(await screen.findByText('Import undone')).toBeTruthy();
  });

  it('shows why an import cannot be undone and why a file failed', async () => {
    serve({
      'GET /api/v1/imports/7': () => buildRun({ state: 'DONE', undoBlocked: 'Repair R-1 uses part A-1.' }),
      'GET /api/v1/imports/8': () =>
        buildRun({ id: 8, state: 'FAILED', error: { code: 'EMPTY', message: 'The file has no rows.' } }),
    });
    await renderAt(<ImportPage />);
    expect(await screen.findByText('Repair R-1 uses part A-1.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Undo import' })).toHaveProperty('disabled', true);
    await renderAt(<ImportPage />, { at: '/en/imports/8' });
    expect(await screen.findByText('The file has no rows.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Try another file' }).getAttribute('href')).toContain('imports/new/parts');
  });
});
