// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ReviewTable } from './ReviewTable';
import { buildRow, buildRun, renderAt } from './testing';
import { useCorrections } from './useCorrections';

const rows = [
  buildRow(3),
  buildRow(4, { verdict: 'CHANGE', old: { category: 'HANDHELD' } }),
  buildRow(5, { cells: { number: 'A-5', category: 'handheld' } }),
  buildRow(6, { cells: { number: 'A-6', category: 'Gone' } }),
];
const run = buildRun();
const [number, , model] = run.fields;
const category = {
  ...run.fields[1],
  choices: [
    { key: 'RPM', name: 'Portal monitor' },
    { key: 'HANDHELD', name: 'Handheld device' },
  ],
};

function Page() {
  return (
    <ReviewTable
      run={{ ...run, fields: [number, category, model] as typeof run.fields }}
      rows={rows}
      corrections={useCorrections(run.id)}
    />
  );
}

it('has a header that scrolls with the rows, whatever styles were loaded before', async () => {
  await renderAt(<Page />);
  const [header] = await screen.findAllByRole('rowgroup');
  expect(getComputedStyle(header as HTMLElement).position).toBe('static');
});

it('names choices instead of their keys, in new and current values', async () => {
  await renderAt(<Page />);
  const cells = screen.getAllByRole('row').map((row) => row.textContent);
  expect(cells[1]).toContain('Portal monitor');
  expect(cells[2]).toMatch(/Handheld device.*Portal monitor/);
  expect(cells[3]).toContain('Handheld device');
  expect(cells[4]).toContain('Gone');
});
