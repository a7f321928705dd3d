// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { buildRow, buildRun, renderAt, serve } from '../../imports/testing';
import LoadUnitsDialog from './LoadUnitsDialog';

const record = { id: 5, partName: 'Pager', manufacturer: 'Acme', number: 'P-1', category: 'HANDHELD', imageUrl: null };
const rows = Array.from({ length: 50 }, (_, index) =>
  buildRow(index + 1, { record, cells: { serialNumber: `SN-${index + 1}` } }),
);
const units = {
  target: 'repair-units',
  headerRow: 0,
  columns: [{ index: 0, heading: '', samples: [], field: 'serialNumber', sure: true, remembered: false }],
  fields: [
    { key: 'part', label: 'Part', type: 'text' as const, required: false, neededInUse: '', choices: [] },
    {
      key: 'serialNumber',
      label: 'Serial number',
      type: 'text' as const,
      required: true,
      neededInUse: '',
      choices: [],
    },
  ],
  counts: { create: 50, change: 0, same: 0, wrong: 0, skipped: 0, withoutValue: {} },
};
const pasted = rows.map(({ cells }) => cells.serialNumber).join('\n');
const catalog = {
  'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'HANDHELD', name: 'Handheld' }],
  'GET /api/v1/parts/fetch/by/category': () => [
    { id: 5, partName: 'Pager', manufacturer: 'Acme', number: 'P-1', imageUrl: null },
  ],
};

/** Choose an option, with a retry: the focus trap of the dialog can close the list. */
async function choose(name: string, option: string | RegExp) {
  const field = await screen.findByRole('combobox', { name });
  const button = await waitFor(() => {
    if (field.getAttribute('aria-expanded') !== 'true') fireEvent.keyDown(field, { key: 'ArrowDown' });
    return screen.getByRole('option', { name: option });
  });
  fireEvent.click(button);
}

async function choosePart() {
  await choose('Category', 'Handheld');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Part' })).toHaveProperty('disabled', false));
  await choose('Part', /Pager/);
}

describe('LoadUnitsDialog', { timeout: 60_000 }, () => {
  it('assigns the chosen part to pasted units and adds them after the review', async () => {
    const run = buildRun({ ...units, state: 'COLUMNS', missing: [], counts: null });
    const requests = serve({
      ...catalog,
      'POST /api/v1/imports/text': () => run,
      'PUT /api/v1/imports/7/columns': () => buildRun({ ...units, missing: [], fixed: { part: 'Acme P-1' } }),
      'GET /api/v1/imports/7': () => buildRun({ ...units, missing: [], fixed: { part: 'Acme P-1' } }),
      'GET /api/v1/imports/7/rows': ({ query }) => ({
        content: rows.slice(0, Number(query.get('size'))),
        totalElements: 50,
      }),
      'POST /api/v1/imports/7/cancel': () => buildRun({ state: 'CANCELLED' }),
    });
    const onLoad = vi.fn();
    const onClose = vi.fn();
    await renderAt(<LoadUnitsDialog maxUnits={60} onLoad={onLoad} onClose={onClose} />, {
      at: '/en/new',
      route: '/:lang/new',
    });
    await choosePart();
    fireEvent.change(screen.getByRole('textbox', { name: 'Pasted cells' }), { target: { value: pasted } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('button', { name: 'Add 50 units' });
    const filters = within(screen.getByRole('group', { name: 'Show rows' })).getAllByRole('button');
    expect(filters.map(({ textContent }) => textContent?.replace(/\d+/, '').trim())).toEqual(['All', 'Errors', 'New']);
    fireEvent.click(screen.getByRole('button', { name: 'Add 50 units' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(requests.find(({ path }) => path.endsWith('/text'))?.body).toEqual({ text: pasted });
    expect(requests.find(({ path }) => path.endsWith('/columns'))?.body).toEqual({
      sheet: 0,
      headerRow: 0,
      columns: [{ index: 0, field: 'serialNumber' }],
      fixed: { part: 'Acme P-1' },
    });
    const accepted = onLoad.mock.calls[0]?.[0];
    expect(accepted).toHaveLength(50);
    expect(accepted[49].cells.serialNumber).toBe('SN-50');
    expect(requests.find(({ path }) => path.endsWith('/text'))?.query.get('target')).toBe('repair-units');
    // The rows are in the form: the import is no longer needed.
    expect(requests.filter(({ path }) => path.endsWith('/7/cancel'))).toHaveLength(1);
  });

  it('keeps the pasted text when the request fails and asks before it is discarded', async () => {
    serve({
      ...catalog,
      'POST /api/v1/imports/text': () => {
        throw new TypeError('Failed to fetch');
      },
    });
    const onClose = vi.fn();
    await renderAt(<LoadUnitsDialog maxUnits={60} onLoad={vi.fn()} onClose={onClose} />, {
      at: '/en/new',
      route: '/:lang/new',
    });
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Pasted cells' });
    fireEvent.change(field, { target: { value: pasted } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Your file or cells are still here.')).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Pasted cells' }).value).toBe(pasted);
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  const at = { at: '/en/new', route: '/:lang/new' };
  const close = () => fireEvent.click(screen.getByLabelText('Close', { selector: 'button' }));
  const paste = () => fireEvent.change(screen.getByLabelText('Pasted cells'), { target: { value: pasted } });
  const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
  const review = () => buildRun({ ...units, missing: [], fixed: { part: 'Acme P-1' } });
  const review50 = {
    ...catalog,
    'POST /api/v1/imports/text': review,
    'GET /api/v1/imports/7': review,
    'GET /api/v1/imports/7/rows': () => ({ content: rows.slice(0, 10), totalElements: 50 }),
  };

  it('cancels the import when it is closed in the review, even without a connection', async () => {
    const requests = serve({
      ...review50,
      'POST /api/v1/imports/7/cancel': () => {
        throw new TypeError('Failed to fetch');
      },
    });
    const [onLoad, onClose] = [vi.fn(), vi.fn()];
    await renderAt(<LoadUnitsDialog maxUnits={60} onLoad={onLoad} onClose={onClose} />, at);
    paste();
    press('Continue');
    await screen.findByText('Add 50 units', { selector: 'button' });
    close();
    expect(onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('/7/cancel'))).toHaveLength(1));
    expect(onLoad).not.toHaveBeenCalled();
    expect(screen.queryByText('Leave without saving?')).toBeNull();
  });

  it('starts over with an empty field, and cancels nothing before the next import', async () => {
    const requests = serve(review50);
    const onClose = vi.fn();
    await renderAt(<LoadUnitsDialog maxUnits={60} onLoad={vi.fn()} onClose={onClose} />, at);
    paste();
    press('Continue');
    await screen.findByText('Add 50 units', { selector: 'button' });
    press('Start over');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Pasted cells')).value).toBe('');
    close();
    expect(onClose).toHaveBeenCalledOnce();
    expect(requests.filter(({ path }) => path.endsWith('/cancel'))).toEqual([]);
  });

  it('closes at once without pasted cells, and else only once they are discarded', async () => {
    serve(catalog);
    const onClose = vi.fn();
    await renderAt(<LoadUnitsDialog maxUnits={60} onLoad={vi.fn()} onClose={onClose} />, at);
    close();
    expect(onClose).toHaveBeenCalledOnce();
    onClose.mockReset();
    paste();
    close();
    press('Stay on this page');
    await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
    expect(screen.getByLabelText<HTMLTextAreaElement>('Pasted cells').value).toBe(pasted);
    expect(onClose).not.toHaveBeenCalled();
    close();
    press('Discard changes');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks before the page is left or reloaded with pasted cells', async () => {
    serve(catalog);
    const onClose = vi.fn();
    const getUrl = await renderAt(
      <>
        <Link to="/elsewhere">Other page</Link>
        <LoadUnitsDialog maxUnits={60} onLoad={vi.fn()} onClose={onClose} />
      </>,
      at,
    );
    const leave = async () => {
      await act(async () => fireEvent.click(screen.getByText('Other page')));
      expect(screen.getByText('Leave without saving?')).toBeTruthy();
    };
    paste();
    const unload = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
    await leave();
    await act(async () => press('Stay on this page'));
    await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
    expect(getUrl()).toBe('/en/new');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Pasted cells').value).toBe(pasted);
    expect(onClose).not.toHaveBeenCalled();
    await leave();
    await act(async () => press('Discard changes'));
    await waitFor(() => expect(getUrl()).toBe('/elsewhere'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('offers the template of units, and reports if it cannot be downloaded', async () => {
    const requests = serve({
      ...catalog,
      'GET /api/v1/imports/templates/repair-units/xlsx': () =>
        new Response(JSON.stringify({ code: 'FORBIDDEN', message: 'Not now' }), { status: 403 }),
    });
    await renderAt(<LoadUnitsDialog maxUnits={60} onLoad={vi.fn()} onClose={vi.fn()} />, at);
    expect(screen.getByText(/^Paste serial numbers\. Add columns/)).toBeTruthy();
    expect(screen.getByText('XLSX, XLS, ODS, CSV, TSV, or TXT, up to 1 kB')).toBeTruthy();
    press('Download template');
    await screen.findByText('Not now');
    expect(requests.filter(({ path }) => path.includes('/templates/'))).toHaveLength(1);
  });
});
