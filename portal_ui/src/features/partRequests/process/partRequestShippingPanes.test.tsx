// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PartRequest } from '../../../api/partRequests';
import { buildRecord, TestPage, withRouter } from '../../../core/process/testing';
import { stubMediaQueries } from '../../../core/ui/testing';
import { ConfirmationPane, PartShippingPane } from './partRequestShippingPanes';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const part = { imageUrl: null, approvalComments: {}, initialApproval: 'APPROVED' };
const request = buildRecord({
  requestedParts: [
    { ...part, id: 1, partName: 'Tube', quantity: 4 },
    { ...part, id: 2, partName: 'Gasket', quantity: 1 },
    { ...part, id: 3, partName: 'Valve', quantity: 2, initialApproval: 'REJECTED' },
  ],
  onewayShipping: { contact: { backupEmails: [] }, address: {} },
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

it('lists rejected parts after those that ship, if the viewer only reads', () => {
  stubMediaQueries((query) => query.includes('min-width'));
  const page = (
    <TestPage resource="partRequests" record={request}>
      <PartShippingPane />
    </TestPage>
  );
  render(withRouter(page));
  const shipped = screen.getByRole('region', { name: 'Parts 2' });
  expect(shipped.compareDocumentPosition(screen.getByRole('note'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
