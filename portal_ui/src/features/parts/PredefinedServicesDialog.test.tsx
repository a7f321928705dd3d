// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt, serve } from '../imports/testing';
import PredefinedServicesDialog from './PredefinedServicesDialog';

const buildService = (id: number, text: string) => ({ id, text, value: 10 });
const calibration = buildService(1, 'Calibration');
const battery = buildService(2, 'Battery');
const cable = buildService(3, 'Cable');

async function open(onClose = () => {}, responses: Record<string, () => unknown> = {}) {
  const requests = serve({
    'GET /api/v1/parts/get/available/predefined/services': () => ({
      DIAGNOSTICS: [calibration],
      REPAIRS: [battery],
      PARTS: [cable],
    }),
    'GET /api/v1/parts/fetch': () => ({
      predefinedServicesForDiagnostics: [],
      predefinedServicesForRepairs: [battery],
      predefinedServicesForParts: [cable],
    }),
    'POST /api/v1/parts/save/predefined/services/to-part': () => true,
    ...responses,
  });
  await renderAt(<PredefinedServicesDialog partId={8} name="Pager" onClose={onClose} />);
  await screen.findByText('Pager');
  return requests;
}

it('saves the services of all kinds as chosen, those not changed included', async () => {
  const onClose = vi.fn();
  const requests = await open(onClose);
  await screen.findByRole('group', { name: 'Diagnostic types' });
  fireEvent.click(screen.getByRole('button', { name: 'Add Calibration' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove Battery' }));
  expect(screen.getByRole('button', { name: 'Remove Calibration' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add Battery' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const saved = requests.find(({ method }) => method === 'POST');
  expect(saved?.query.get('id')).toBe('8');
  expect(saved?.body).toEqual({ DIAGNOSTICS: [1], REPAIRS: [], PARTS: [3] });
});

const side = (kind: string, name: string) =>
  within(within(screen.getByRole('group', { name: kind })).getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('lists what is applied and what can be added, with prices', async () => {
  const requests = await open();
  await screen.findByRole('group', { name: 'Diagnostic types' });
  expect(side('Diagnostic types', 'Available')).toEqual(['Calibration$10.00']);
  expect(side('Diagnostic types', 'Applied')).toEqual(['Nothing added yet']);
  expect(side('Repair types', 'Available')).toEqual(['Nothing left to add']);
  expect(side('Repair types', 'Applied')).toEqual(['Battery$10.00']);
  expect(requests.find(({ path }) => path.endsWith('/parts/fetch'))?.query.get('partId')).toBe('8');
});

it('keeps the choices if the server rejects them, with the reason', async () => {
  const onClose = vi.fn();
  const error = '{"code":"FORBIDDEN","message":"The part is locked."}';
  await open(onClose, {
    'POST /api/v1/parts/save/predefined/services/to-part': () => new Response(error, { status: 403 }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add Calibration' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The part is locked.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove Calibration' })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('saves nothing before the services are loaded, and offers to load them again', async () => {
  let isDown = true;
  await open(undefined, {
    'GET /api/v1/parts/fetch': () =>
      isDown
        ? new Response('{"code":"FORBIDDEN","message":"Not now"}', { status: 403 })
        : {
            predefinedServicesForDiagnostics: [calibration],
            predefinedServicesForRepairs: [],
            predefinedServicesForParts: [],
          },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  isDown = false;
  fireEvent.click(again);
  expect(await screen.findByRole('button', { name: 'Remove Calibration' })).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false);
});

it('adds a service below those that are applied already', async () => {
  await open(undefined, {
    'GET /api/v1/parts/get/available/predefined/services': () => ({
      DIAGNOSTICS: [],
      REPAIRS: [cable, battery],
      PARTS: [],
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add Cable' }));
  expect(side('Repair types', 'Applied')).toEqual(['Battery$10.00', 'Cable$10.00']);
});
