// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
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
async function open(answer: Response, run = buildRun()) {
  serve({ 'GET /api/v1/imports/7/rows': () => rows, 'GET /api/v1/imports/7/wrong/xlsx': () => answer });
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
