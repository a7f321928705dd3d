// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { Repair, RepairPart } from '../../../api/repairs';
import { buildAction, buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { ShippingAside, useShippingSummary } from './ShippingAside';
import { buildPart } from './testing';

afterEach(cleanup);

function Summary() {
  const { text, isWarning } = useShippingSummary();
  return <output>{`${isWarning ? 'Warning: ' : ''}${text}`}</output>;
}

function open(repairParts: RepairPart[], { isEditor = true, saved = true } = {}) {
  cleanup();
  const pickUpShippingDetails = { packages: [], saved };
  const record = buildRecord({ repairParts, pickUpShippingDetails }, { serviceName: 'Vienna lab' });
  record.process = { ...record.process, actions: isEditor ? [buildAction('save_shipping')] : [] };
  const page = (
    <TestPage record={record as unknown as Repair}>
      <Summary />
      <ShippingAside />
    </TestPage>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}
const summary = () => screen.getByRole('status').textContent;
const units = [buildPart(1), buildPart(2)];
const rejected = buildPart(3, { initialApproval: 'REJECTED' });

it('sums up what the client ships, or warns of what it must not ship', () => {
  open(units);
  expect(summary()).toBe('Ship 2 units');
  open([...units, rejected]);
  expect(summary()).toBe('Warning: Do not ship 1 rejected unit');
});

it('sums up for viewers what was sent', () => {
  open(units, { isEditor: false });
  expect(summary()).toBe('2 to repair');
  open([...units, rejected], { isEditor: false });
  expect(summary()).toBe('2 to repair, 1 rejected');
});

it('names the recipient to the client, and offers the documents once the details are saved', () => {
  open(units);
  expect(screen.getByText('Vienna lab')).toBeTruthy();
  expect(screen.queryByText(/available after you save/)).toBeNull();
  open(units, { saved: false });
  expect(screen.getByText(/available after you save/)).toBeTruthy();
  open(units, { saved: false, isEditor: false });
  expect(screen.queryByText(/available after you save|Vienna lab/)).toBeNull();
});

it('shows why units were rejected behind a button, and has none without a reason', () => {
  const comment = { text: 'Too old', by: 'Vera', at: '2026-11-20T10:00:00Z' };
  open([...units, rejected]);
  expect(screen.queryByRole('button', { name: /^Why/ })).toBeNull();
  expect(screen.getByRole('note').textContent).toBe('Do not ship this rejected unitRadEye G-10, SN 3');
  // The reason is that of the initial approval.
  open([...units, { ...rejected, approvalComments: { IN_REPAIR_APPROVAL: comment } }]);
  expect(screen.queryByRole('button', { name: /^Why/ })).toBeNull();
  const second = buildPart(4, { initialApproval: 'REJECTED', approvalComments: { NEW: comment } });
  open([...units, rejected, second]);
  const note = within(screen.getByRole('note'));
  const button = note.getByRole('button', { name: 'Why they were rejected' });
  expect([button.getAttribute('aria-expanded'), note.queryByText('Too old')]).toEqual(['false', null]);
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(note.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'RadEye G-10, SN 3',
    'RadEye G-10, SN 4Too old',
  ]);
  expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.tagName).toBe('UL');
  fireEvent.click(button);
  expect(note.queryByText('Too old')).toBeNull();
});

it('warns only the client, and names the rejected units to others with their reasons', () => {
  const comment = { text: 'Too old', by: 'Vera', at: '2026-11-20T10:00:00Z' };
  open([...units, { ...rejected, approvalComments: { NEW: comment } }], { isEditor: false });
  expect(screen.getByRole('note').textContent).toBe('Rejected, not shippedRadEye G-10SN 3Too old');
  expect(screen.getByRole('region', { name: 'Units 2' })).toBeTruthy();
});
