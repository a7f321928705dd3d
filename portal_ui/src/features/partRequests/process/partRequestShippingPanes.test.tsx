// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { PartRequest } from '../../../api/partRequests';
import { buildRecord, TestPage, withRouter } from '../../../core/process/testing';
import { ConfirmationPane } from './partRequestShippingPanes';

afterEach(cleanup);

const part = { imageUrl: null, approvalComments: {}, initialApproval: 'APPROVED' };
const request = buildRecord({
  requestedParts: [
    { ...part, id: 1, partName: 'Tube', quantity: 4 },
    { ...part, id: 2, partName: 'Gasket', quantity: 1 },
    { ...part, id: 3, partName: 'Valve', quantity: 2, initialApproval: 'REJECTED' },
  ],
  onewayShipping: { contact: {}, address: {} },
}) as unknown as PartRequest;

it('lists the approved parts with their quantities', () => {
  render(
    withRouter(
      <TestPage resource="partRequests" record={request}>
        <ConfirmationPane />
      </TestPage>,
    ),
  );
  const parts = screen.getByRole('region', { name: 'Parts 2' });
  const rows = [...parts.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows).toEqual(['TubeQuantity: 4', 'GasketQuantity: 1']);
});

it('lists rejected parts as plain text once there is nothing to do about them', () => {
  const page = (
    <TestPage resource="partRequests" record={request}>
      <ConfirmationPane />
    </TestPage>
  );
  render(withRouter(page));
  const note = screen.getByRole('note');
  expect(note.textContent).toBe('Rejected, not shippedValveQuantity: 2');
  expect(note.className).not.toContain('Alert');
});
