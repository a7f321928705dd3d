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

it('lists the approved parts with their quantities next to the task', () => {
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
