// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ProcessDefinition } from '../../../core/process/processContext';
import PartRequestPage from '../../partRequests/process/PartRequestPage';
import { EditWindow } from './EditWindow';
import RemoteSupportPage from './RemoteSupportPage';

const shown = vi.hoisted(() => vi.fn((_: { kind: unknown }): ReactNode => null));
vi.mock('../../../core/process/ProcessPage', () => ({ ProcessPage: shown, prefetchRecord: () => undefined }));

afterEach(cleanup);

const readDefinition = (page: ReactNode) => {
  render(page);
  return shown.mock.lastCall?.[0].kind as ProcessDefinition;
};
const record = { id: 7 } as never;

it('shows a remote support request with its history, and the time left to edit its sessions on every tab', () => {
  const { kind, resource, list, history, Banner, messages } = readDefinition(<RemoteSupportPage />);
  expect({ kind, resource, list }).toEqual({
    kind: 'remoteSupport',
    resource: 'remoteSupport',
    list: 'remote-support/list',
  });
  expect([history.resource, history.filter(record), history.exported]).toEqual([
    'remote-support-history',
    { id: 7 },
    undefined,
  ]);
  expect(Banner).toBe(EditWindow);
  expect(messages.moved('DONE')).toBe('remoteSupport.moved.DONE');
});

it('shows a part request with its history, whose export has another filter', () => {
  const { kind, resource, list, history, messages } = readDefinition(<PartRequestPage />);
  expect({ kind, resource, list }).toEqual({
    kind: 'partRequest',
    resource: 'partRequests',
    list: 'part-request/list',
  });
  expect([history.resource, history.filter(record), history.exported?.(record)]).toEqual([
    'part-request-history',
    { id: 7 },
    { partRequestId: 7 },
  ]);
  expect([messages.moved('DONE'), messages.deleted]).toEqual(['partRequest.moved.DONE', 'partRequest.deleted']);
});
