// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
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
