// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt, serve } from '../imports/testing';
import PredefinedServicesDialog from './PredefinedServicesDialog';

const buildService = (id: number, text: string) => ({ id, text, value: 10 });
const calibration = buildService(1, 'Calibration');
const battery = buildService(2, 'Battery');
const cable = buildService(3, 'Cable');

async function open(onClose = () => {}) {
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
  });
  await renderAt(<PredefinedServicesDialog partId={8} name="Pager" onClose={onClose} />);
  await screen.findByRole('group', { name: 'Diagnostic types' });
  return requests;
}

it('saves the services of all kinds as chosen, those not changed included', async () => {
  const onClose = vi.fn();
  const requests = await open(onClose);
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
