// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { downloadFile } from '../../../api/download';
import { ContactActions } from './ContactActions';
import { buildSupport, renderOnPage } from './testing';

vi.mock('../../../api/download', () => ({ downloadFile: vi.fn(async () => undefined) }));

afterEach(cleanup);
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

it("shows the caller a link for each of the client's contact methods", () => {
  renderOnPage(buildSupport(), <ContactActions record={buildSupport()} calls />);
  expect(links()).toEqual(['tel:+34600100200', 'https://wa.me/34600100200', 'skype:+34600100200?call']);
  const outside = screen.getAllByRole('link').filter((link) => link.getAttribute('target') === '_blank');
  expect(outside.map((link) => link.getAttribute('rel'))).toEqual(['noopener noreferrer']);
});

it('shows no links to the other side or for an ambiguous number', () => {
  const record = buildSupport();
  renderOnPage(record, <ContactActions record={record} calls={false} />);
  expect(links()).toEqual([]);
  cleanup();
  const typed = { ...record, contact: { ...record.contact, phone: 'ask for Ana' } };
  renderOnPage(record, <ContactActions record={typed} calls />);
  expect(links()).toEqual([]);
});

it('downloads the preferred time as a calendar file', () => {
  renderOnPage(buildSupport(), <ContactActions record={buildSupport()} calls={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Add to calendar' }));
  expect(downloadFile).toHaveBeenCalledWith('/api/v1/support/calendar', { query: { id: 7 }, fallbackName: 'S-7.ics' });
});
