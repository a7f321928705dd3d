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
