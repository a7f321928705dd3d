// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pollQuery } from '../../api/counters';
import { call } from '../../api/http';
import { MetaProvider } from '../../api/meta';
import type { ProcessRecord } from '../../api/requests';
import type { Meta } from '../../api/types';
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

it('marks the notifications of the request as read', async () => {
  function Unread() {
    const [client] = useState(useQueryClient());
    useState(() => client.setQueryData(pollQuery.queryKey, { counters: [], unread: 3 }));
    return <ProcessHeader record={buildRecord({})} list="active-repairs" />;
  }
  render(<RouterProvider router={createTestRouter(<Unread />)} />);
  await waitFor(() =>
    expect(vi.mocked(call)).toHaveBeenCalledWith('PUT', '/api/v1/notifications/seen/request', {
      query: { number: 'R-7' },
    }),
  );
});

it.each([
  ['WORK', '/en/active'],
  ['DONE', '/en/closed'],
])('has an arrow back to the list that contains its status: %s', (key, href) => {
  const list = (path: string, status: string) => ({
    name: path,
    path,
    title: path,
    record: { REPAIR: 'record/{id}' },
    filters: [{ key: 'status', type: 'choices', choices: [{ key: status, name: status }] }],
  });
  const resources = [list('closed', 'DONE'), list('active', 'WORK')];
  const record = buildRecord({}, { status: { key, value: key, tone: 'idle' } });
  const page = (
    <MetaProvider value={{ resources, pages: [] } as unknown as Meta}>
      <ProcessHeader record={record} list="other" actions={<button type="button">Manage</button>} />
    </MetaProvider>
  );
  render(<RouterProvider router={createTestRouter(page, '/en/record/7')} />);
  expect(screen.getByRole('link').getAttribute('href')).toBe(href);
  expect(screen.getByRole('button', { name: 'Manage' })).toBeTruthy();
});
