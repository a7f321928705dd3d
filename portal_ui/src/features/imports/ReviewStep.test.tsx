// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Run } from '../../api/imports';
import { usePendingExports } from '../../api/pendingExports';
import { ReviewStep, type ReviewView } from './ReviewStep';
import { buildRow, buildRun, renderAt, serve } from './testing';
import { useCorrections } from './useCorrections';

const rows = { content: [], totalElements: 0 };

afterEach(() => sessionStorage.clear());

function Page({ run }: { run: Run }) {
  const corrections = useCorrections(run.id);
  const exports = usePendingExports();
  const [view, setView] = useState<ReviewView>({ only: null, page: 0 });
  return (
    <>
      {exports.map(({ id, title }) => (
        <p key={id}>{`${id}: ${title}`}</p>
      ))}
      <ReviewStep run={run} corrections={corrections} view={view} onView={setView}>
        {null}
      </ReviewStep>
    </>
  );
}

/** Render the page with a server response; return its download button. */
async function open(response: Response, run = buildRun()) {
  serve({ 'GET /api/v1/imports/7/rows': () => rows, 'GET /api/v1/imports/7/wrong/xlsx': () => response });
  await renderAt(<Page run={run} />);
  return (await screen.findByRole('button', { name: 'Download rows with errors' })) as HTMLButtonElement;
}

it('downloads the file of a few rows with errors immediately', async () => {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const headers = { 'Content-Disposition': 'attachment; filename="Catalogue - Rows with errors.xlsx"' };
  fireEvent.click(await open(new Response('PK', { headers })));
  await vi.waitFor(() => expect(saved).toEqual(['Catalogue - Rows with errors.xlsx']));
  expect(await screen.findByText('Saved Catalogue - Rows with errors.xlsx')).toBeTruthy();
});

it('adds a pending export for many rows with errors', async () => {
  fireEvent.click(await open(new Response(JSON.stringify({ jobId: 'j9' }), { status: 202 })));
  expect(await screen.findByText('j9: Rows with errors in Catalogue.xlsx')).toBeTruthy();
});

it('disables the download if no row has errors', async () => {
  const run = buildRun({ counts: { create: 1, change: 0, same: 0, wrong: 0, skipped: 0, withoutValue: {} } });
  expect((await open(new Response(), run)).disabled).toBe(true);
});

it('offers the verdicts that occur, and errors even if there are none', async () => {
  const run = buildRun({ counts: { create: 1, change: 0, same: 2, wrong: 0, skipped: 0, withoutValue: {} } });
  await open(new Response(), run);
  const filter = screen.getByRole('group', { name: 'Show rows' });
  expect(
    within(filter)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['All 3', 'Errors 0', 'New 1', 'Unchanged 2']);
});

it('shows the first page of the rows with the chosen verdict', async () => {
  const wrong = buildRow(4, { verdict: 'WRONG', cells: { number: 'A-4' }, errors: { category: ['Required!'] } });
  serve({
    'GET /api/v1/imports/7/rows': ({ query }) => {
      const page = Number(query.get('page'));
      if (query.get('only') === 'WRONG') return { content: page === 0 ? [wrong] : [], totalElements: 1 };
      return { content: [buildRow(page === 0 ? 1 : 41)], totalElements: 60 };
    },
  });
  await renderAt(<Page run={buildRun()} />);
  await screen.findByText('A-1');
  fireEvent.click(screen.getByRole('button', { name: 'Go to next page' }));
  await screen.findByText('A-41');
  fireEvent.click(screen.getByRole('button', { name: 'Errors 1' }));
  expect(await screen.findByText('A-4')).toBeTruthy();
});

/** Render the page with the rows of a response. */
async function show(respond: () => unknown, run = buildRun()) {
  const requests = serve({ 'GET /api/v1/imports/7/rows': respond });
  await renderAt(<Page run={run} />);
  return requests;
}
const count = (more: Partial<NonNullable<Run['counts']>>) =>
  buildRun({ counts: { create: 1, change: 0, same: 0, wrong: 0, skipped: 0, withoutValue: {}, ...more } });

it('says that errors come first, if there are any and all rows are shown', async () => {
  await show(() => rows, count({ wrong: 1 }));
  expect(screen.getByText(/^Errors are listed first/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Errors 1' }));
  expect(await screen.findByText('Nothing is saved until you import.')).toBeTruthy();
  expect(screen.queryByText(/^Errors are listed first/)).toBeNull();
});

it('says that nothing is saved yet, if no row has errors', async () => {
  await show(() => rows, count({}));
  expect(screen.getByText('Nothing is saved until you import.')).toBeTruthy();
});

it('warns of each field needed in use that rows lack', async () => {
  const [number, category, model] = buildRun().fields;
  const fields = [number, category, model].map((field) => ({ ...field, neededInUse: `Why ${field?.key}` }));
  const run = { ...count({ withoutValue: { number: 0, category: 1, model: 1_500 } }), fields } as Run;
  await show(() => rows, run);
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    '1 row has no value in “Category”. Why category',
    '1,500 rows have no value in “Model”. Why model',
  ]);
});

it('says that no row matches the filter', async () => {
  await show(() => rows);
  expect(await screen.findByText('No rows match this filter.')).toBeTruthy();
});

it('offers to load the rows again after an error', async () => {
  let isDown = true;
  await show(() =>
    isDown
      ? new Response('{"code":"FORBIDDEN","message":"Not now"}', { status: 403 })
      : { content: [buildRow(1)], totalElements: 1 },
  );
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  fireEvent.click(again);
  expect(await screen.findByText('A-1')).toBeTruthy();
});

it.each([
  [40, null],
  [41, 'Showing 1 to 40 of 41'],
])('pages through more than 40 rows: %i', async (totalElements, text) => {
  await show(() => ({ content: [buildRow(1)], totalElements }));
  await screen.findByText('A-1');
  const pages = screen.queryAllByRole('status').map(({ textContent }) => textContent);
  expect(pages.filter((each) => each?.startsWith('Showing'))).toEqual(text ? [text] : []);
});

it('keeps the rows on the screen, marked as busy, until those of another page are loaded', async () => {
  let resolve = (_: unknown) => {};
  await show(() => ({ content: [buildRow(1)], totalElements: 60 }));
  await screen.findByText('A-1');
  serve({
    'GET /api/v1/imports/7/rows': () =>
      new Promise((done) => {
        resolve = done;
      }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Go to next page' }));
  await vi.waitFor(() => expect(document.querySelector('[aria-busy=true]')?.textContent).toContain('A-1'));
  resolve({ content: [buildRow(41)], totalElements: 60 });
  expect(await screen.findByText('A-41')).toBeTruthy();
  expect(document.querySelector('[aria-busy=true]')).toBeNull();
});

it('shows all rows again when the chosen verdict is chosen once more', async () => {
  const requests = await show(() => rows, count({ wrong: 1 }));
  const errors = screen.getByRole('button', { name: 'Errors 1' });
  fireEvent.click(errors);
  expect(errors.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(errors);
  expect(errors.getAttribute('aria-pressed')).toBe('false');
  expect(screen.getByRole('button', { name: 'All 2' }).getAttribute('aria-pressed')).toBe('true');
  await vi.waitFor(() => expect(requests.at(-1)?.query.has('only')).toBe(false));
});

it('keeps the button of the chosen verdict after its last row was corrected', async () => {
  serve({ 'GET /api/v1/imports/7/rows': () => rows });
  let setRun = (_: Run) => {};
  function Changing() {
    const [run, set] = useState(count({ change: 1 }));
    setRun = set;
    return <Page run={run} />;
  }
  await renderAt(<Changing />);
  fireEvent.click(screen.getByRole('button', { name: 'Updated 1' }));
  act(() => setRun(count({})));
  expect(screen.getByRole('button', { name: 'Updated 0' })).toBeTruthy();
});

it('offers only verdicts that can occur', async () => {
  serve({ 'GET /api/v1/imports/7/rows': () => rows });
  function Units() {
    const corrections = useCorrections(7);
    return (
      <ReviewStep
        run={count({ change: 3 })}
        view={{ only: null, page: 0 }}
        onView={() => {}}
        offered={['WRONG', 'CREATE']}
        {...{ corrections }}
      >
        <p>below the rows</p>
      </ReviewStep>
    );
  }
  await renderAt(<Units />);
  const filter = within(screen.getByRole('group', { name: 'Show rows' }));
  expect(filter.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['All 4', 'Errors 0', 'New 1']);
  expect(screen.getByText('below the rows')).toBeTruthy();
});
