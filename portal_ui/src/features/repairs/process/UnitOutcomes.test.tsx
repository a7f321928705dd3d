// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { withRouter } from '../../../core/process/testing';
import { buildPart } from './testing';
import { UnitOutcomes } from './UnitOutcomes';

afterEach(cleanup);

const open = (parts: Parameters<typeof UnitOutcomes>[0]['parts']) =>
  render(withRouter(<UnitOutcomes parts={parts} />)).container;

it('shows the outcome of each unit, and the new serial number only of replaced units', () => {
  open([
    buildPart(1, { initialApproval: 'REJECTED' }),
    buildPart(2, { isMissing: true }),
    buildPart(3, { repairStatus: 'REPLACED', replacementSerial: 'NEW 3' }),
    // Entered before the result was changed.
    buildPart(4, { repairStatus: 'NON_REPAIRABLE', replacementSerial: 'NEW 4' }),
  ]);
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/RadEye G-10SN 1Rejected before shipping$/);
  expect(texts[1]).toMatch(/SN 2.*Not received$/);
  expect(texts[2]).toMatch(/SN 3.*New serial number: NEW 3$/);
  expect(texts[3]).not.toContain('NEW 4');
});

it('is collapsed if it is long, and absent without units', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => buildPart(index + 1));
  expect(open(many(8)).querySelectorAll('details, button')).toHaveLength(0);
  expect(screen.getAllByRole('listitem')).toHaveLength(8);
  cleanup();
  open(many(9));
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  const button = screen.getByRole('button', { name: '9 without a result' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getAllByRole('listitem')).toHaveLength(9);
  cleanup();
  expect(open([]).childElementCount).toBe(0);
});

it('is collapsed again by its button, and has the number of units in its title', () => {
  const many = Array.from({ length: 9 }, (_, index) => buildPart(index + 1));
  render(withRouter(<UnitOutcomes parts={many} title="repair.shipped.returning" />));
  const button = screen.getByRole('button', { name: '9 units to return' });
  fireEvent.click(button);
  expect(screen.getAllByRole('listitem')).toHaveLength(9);
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  cleanup();
  render(withRouter(<UnitOutcomes parts={many.slice(0, 1)} title="repair.shipped.returning" />));
  expect(screen.getByText('1 unit to return')).toBeTruthy();
  cleanup();
  open(many.slice(0, 1));
  expect(screen.queryByText('1 without a result')).toBeNull();
});

it('names a serial number that is missing, and counts units by outcome', () => {
  open([
    buildPart(1, { serialNumber: 'N/A' }),
    ...Array.from({ length: 8 }, (_, index) => buildPart(index + 2, { repairStatus: 'REPAIRED' })),
  ]);
  fireEvent.click(screen.getByRole('button', { name: '8 repaired · 1 without a result' }));
  expect(screen.getAllByRole('listitem')[0]?.textContent).toBe('RadEye G-10No serial numberNo result');
});
