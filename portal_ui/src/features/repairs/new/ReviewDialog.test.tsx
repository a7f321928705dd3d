// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Submission } from '../../../core/creation/useSubmission';
import { createTestRouter } from '../../../core/process/testing';
import { ReviewDialog } from './ReviewDialog';
import { addUnits, type UnitFields } from './unitGroups';

const photo = { id: 'f1', name: 'photo.jpg', type: 'image/jpeg', size: 1200 };
const pager = { id: 7, name: 'Pager', maker: 'Thermo', imageUrl: '/old', category: 'PRD' };
const gate = { id: 8, name: 'Gate', maker: 'Kromek', imageUrl: null, category: 'PRD' };
const buildUnit = (serialNumber: string, problemDescription = 'Broken', attachments = [photo]): UnitFields => ({
  serialNumber,
  serviceTag: '',
  problemDescription,
  attachments,
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(units: Record<string, UnitFields>) {
  vi.stubGlobal('fetch', async () => new Response('[]'));
  const [first = '', ...others] = Object.keys(units);
  const submission = { sending: false, saveError: null, submit: vi.fn(), close: vi.fn() } as unknown as Submission;
  const groups = addUnits(addUnits([], gate, [first]), pager, others);
  const dialog = <ReviewDialog groups={groups} units={units} submission={submission} />;
  render(<RouterProvider router={createTestRouter(dialog)} />);
  return submission;
}

const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('sums up units and files per part, and warns of repeated serial numbers and missing descriptions', () => {
  open({
    a: buildUnit('A-1', 'Broken', []),
    b: buildUnit('A-1'),
    c: buildUnit('a1', ' '),
    d: buildUnit('B-2', '', [photo, { ...photo, id: 'f2' }]),
  });
  const dialog = screen.getByRole('dialog', { name: 'Submit this repair request?' });
  expect(dialog.textContent).toContain('4 units · 4 attachments');
  expect(items()[0]).toMatch(/Gate.*1 unit$/);
  expect(items()[1]).toMatch(/Pager.*3 units4 attachments$/);
  const warning = screen.getByRole('alert').textContent;
  // The unit of another part may have the same number.
  expect(warning).toContain('Serial number A-1 appears 2 times for Pager.');
  expect(warning).toContain('2 units have no problem description.');
});

it('warns of nothing in a complete request, and submits it', () => {
  const submission = open({ a: buildUnit('A-1'), b: buildUnit('A-1') });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Submit request' }));
  expect(submission.submit).toHaveBeenCalledOnce();
});

it('lists five repeated serial numbers, and the number of the others', () => {
  const repeat = (count: number) =>
    Object.fromEntries([
      ['first', buildUnit('A-0')],
      ...Array.from({ length: 2 * count }, (_, index) => [`u${index}`, buildUnit(`B-${index % count}`)]),
    ]);
  const lines = () => screen.getAllByText(/^Serial number/).length;
  open(repeat(5));
  expect([lines(), screen.queryByText(/more than once/)]).toEqual([5, null]);
  cleanup();
  open(repeat(6));
  expect(lines()).toBe(5);
  expect(screen.getByText('One more serial number appears more than once.')).toBeTruthy();
  cleanup();
  open(repeat(8));
  expect(screen.getByText('3 more serial numbers appear more than once.')).toBeTruthy();
  expect(screen.queryByText(/problem description/)).toBeNull();
});

it('has no number of files in a request without files', () => {
  open({ a: buildUnit('A-1', 'Broken', []), b: buildUnit('A-2', 'Broken', []) });
  expect(screen.getByRole('dialog').textContent).not.toContain('attachment');
  expect(screen.getByText('2 units')).toBeTruthy();
});
