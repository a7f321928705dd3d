// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../api/http';
import type { ProcessRecord } from '../../api/requests';
import { ProcessHeader } from './ProcessHeader';
import { buildRecord, createTestRouter } from './testing';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
beforeEach(() => void vi.mocked(call).mockReset().mockResolvedValue(0));
afterEach(cleanup);

function show(overrides: Partial<ProcessRecord> = {}) {
  const header = <ProcessHeader record={buildRecord({}, overrides)} list="active-repairs" />;
  render(<RouterProvider router={createTestRouter(header)} />);
}

it('has number and status, and an arrow back to the list', () => {
  show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('R-7');
  screen.getByText('At work');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/en/active-repairs');
  expect(document.title).toMatch(/^R-7 · /);
});

it.each([
  ['client and service', 'Customs', 'Workshop', 'Customs → Workshop'],
  ['the client', 'Customs', null, 'Client: Customs'],
  ['the service', null, 'Workshop', 'Service: Workshop'],
])('names %s', (_, clientName, serviceName, text) => {
  show({ clientName, serviceName } as unknown as Partial<ProcessRecord>);
  screen.getByText(text);
});

it('names no party that the viewer does not see', () => {
  show({ clientName: null, serviceName: null } as unknown as Partial<ProcessRecord>);
  expect(screen.queryByText(/Client|Service|→/)).toBeNull();
});

it.each([true, false])('marks an overdue request as such: %s', (isOverdue) => {
  show({ isOverdue });
  expect(screen.queryByText('Overdue') !== null).toBe(isOverdue);
});
