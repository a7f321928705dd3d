// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import RemoteSupportDetailsPane from './RemoteSupportDetailsPane';
import { buildSupport, renderOnPage } from './testing';

afterEach(cleanup);

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

it('has manufacturer, category and serial number of the instrument in one line', { timeout: 30_000 }, async () => {
  const part = {
    imageUrl: null,
    partName: 'D3S ID',
    manufacturer: 'Kromek',
    category: { key: 'HANDHELD', name: 'Handheld' },
  };
  const record = {
    ...buildSupport(),
    preferredDate: '2026-11-20T18:00:00Z',
    initialApproval: 'WAITING_APPROVAL' as const,
    attachments: [],
    part,
    serialNumber: 'D3S-20417',
  };
  renderOnPage(record as never, <RemoteSupportDetailsPane />);
  const serial = await screen.findByText('D3S-20417');
  expect(serial.parentElement?.textContent).toBe('Kromek · Handheld · D3S-20417');
  expect(screen.queryByText('Serial number')).toBeNull();
});
