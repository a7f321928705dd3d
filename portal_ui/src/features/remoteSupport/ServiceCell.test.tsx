// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { expect, it } from 'vitest';
import { getTestI18nProvider } from '../../core/i18n/testing';
import type { Row } from '../../core/lists/rows';
import { renderAt, serve } from '../imports/testing';
import ServiceCell from './ServiceCell';

const i18nProvider = await getTestI18nProvider('en');
const row = { id: 5, requestId: 'S-5', status: 'OPEN', serviceId: 1, serviceName: 'North' } as unknown as Row;
const statuses = {
  REMOTE_SUPPORT: [
    { key: 'OPEN', closed: false },
    { key: 'DONE', closed: true },
  ],
};
const url = '/api/v1/support/change/service';
let client: ReturnType<typeof useQueryClient>;

function Cell(props: { row: Row }) {
  client = useQueryClient();
  return (
    <I18nContext.Provider value={i18nProvider}>
      <ServiceCell {...props} />
    </I18nContext.Provider>
  );
}

async function open(more: Partial<Row> = {}, respond: () => unknown = () => true) {
  const requests = serve({
    'GET /api/v1/service/fetch/all': () => [
      { id: 1, name: 'North' },
      { id: 2, name: 'South' },
    ],
    [`PUT ${url}`]: respond,
  });
  await renderAt(<Cell row={{ ...row, ...more } as Row} />, { meta: { statuses } as never });
  client.setQueryData(['remote-support', 'getList'], []);
  client.setQueryData(['meta', 'en'], {});
  return requests;
}
// A dialog hides the rest of the page.
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Service for S-5', hidden: true });
const choose = async (name: string) => {
  fireEvent.mouseDown(field());
  fireEvent.click(await screen.findByRole('option', { name }));
};
const question = async () => within(await screen.findByRole('dialog', { name: 'Change the service for S-5?' }));
const isInvalidated = (...key: string[]) => client.getQueryState(key)?.isInvalidated;

it('changes the service of a request after a confirmation, and refetches what depends on it', async () => {
  const requests = await open();
  expect(field().value).toBe('North');
  expect(requests).toEqual([]);
  await choose('South');
  const dialog = await question();
  expect(dialog.getByText('“South” will take over, and “North” will lose access to the request.')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: /^Change/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = requests.filter(({ method }) => method === 'PUT');
  expect(sent.map(({ query }) => Object.fromEntries(query))).toEqual([{ requestId: '5', serviceId: '2' }]);
  expect(isInvalidated('remote-support', 'getList')).toBe(true);
  expect(isInvalidated('meta', 'en')).toBe(false);
});

it('restores the service if the change is not confirmed', async () => {
  const requests = await open();
  await choose('South');
  expect(field().value).toBe('South');
  fireEvent.click((await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field().value).toBe('North');
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
});

it('restores the service and says why, if the server rejects the change', async () => {
  await open({}, () => new Response('{"code":"CLOSED","message":"The request is closed."}', { status: 409 }));
  await choose('South');
  fireEvent.click((await question()).getByRole('button', { name: /^Change/ }));
  expect(await screen.findByText(/The request is closed/)).toBeTruthy();
  await waitFor(() => expect(field().value).toBe('North'));
  expect(isInvalidated('remote-support', 'getList')).toBe(false);
});

it('asks nothing if the same service is chosen again', async () => {
  await open();
  await choose('North');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('cannot be changed once the request is closed', async () => {
  await open({ status: 'DONE' });
  expect(field().disabled).toBe(true);
  expect(field().value).toBe('North');
});
