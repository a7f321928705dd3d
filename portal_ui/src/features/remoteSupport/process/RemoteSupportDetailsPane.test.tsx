// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import RemoteSupportDetailsPane from './RemoteSupportDetailsPane';
import { buildSupport, renderOnPage } from './testing';

it('shows the preferred time in the format of all timestamps', { timeout: 30_000 }, async () => {
  const record = {
    ...buildSupport(),
    preferredDate: '2026-11-20T18:00:00Z',
    initialApproval: 'WAITING_APPROVAL' as const,
    attachments: [],
  };
  renderOnPage(record, <RemoteSupportDetailsPane />);
  const label = await screen.findByText(/^Preferred time/);
  expect(label.parentElement?.querySelector('time')?.textContent).toBe('11/20/2026 01:00 PM');
});
