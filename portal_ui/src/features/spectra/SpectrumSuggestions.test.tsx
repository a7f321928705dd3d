// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { UploadedFileRow } from '../../core/files/UploadedFileRow';
import { renderAt, serve } from '../imports/testing';
import { SpectrumBindingProvider } from './spectrumBinding';
import { buildReading, buildSpectrum } from './testing';

const at = { at: '/en/new', route: '/:lang/new' };
const file = { id: 'f1', name: 'measured.n42', type: 'application/xml', size: 900 };
const call = 'GET /api/v1/files/spectra/f1';
const rejection = { code: 'UNSUPPORTED_FILE', message: 'This file is damaged.', fields: {} };

/** Form with a serial number and a text. */
function Form({ typed = '', name = file.name }: { typed?: string; name?: string }) {
  const form = useForm({ defaultValues: { serial: typed, text: 'It beeps.' } });
  const [serial, text] = form.watch(['serial', 'text']);
  const set = (field: 'serial' | 'text') => (value: string) => form.setValue(field, value);
  const target = { serialNumber: { current: serial, set: set('serial') }, notes: { current: text, set: set('text') } };
  return (
    <FormProvider {...form}>
      <input aria-label="serial" {...form.register('serial')} />
      <textarea aria-label="text" {...form.register('text')} />
      <SpectrumBindingProvider value={target}>
        <ul>
          <UploadedFileRow file={{ ...file, name }} />
        </ul>
      </SpectrumBindingProvider>
    </FormProvider>
  );
}

const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const fillIn = () => screen.queryByRole('button', { name: 'Use these values' });

it('fills in empty fields, appends to the text, and disappears', { timeout: 30_000 }, async () => {
  serve({ [call]: () => buildReading() });
  await renderAt(<Form />, at);
  expect(await screen.findByText('Read from file: Kromek D3S ID, serial number SGM-1.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use these values' }));
  await waitFor(() => expect(value('serial')).toBe('SGM-1'));
  expect(value('text')).toMatch(/^It beeps\.\nFirmware 3\.81\. Measured on 01\/02\/2026 12:00 PM .* 0\.0439 µSv\/h\.$/);
  await waitFor(() => expect(fillIn()).toBeNull());
});

it('keeps typed values unless their checkbox is selected', { timeout: 30_000 }, async () => {
  serve({ [call]: () => buildReading({ isCutOff: true }) });
  await renderAt(<Form typed="X-9" />, at);
  const serial = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Serial number: SGM-1.*“X-9”/ });
  expect(serial.checked).toBe(false);
  expect(screen.getByText(/The file is incomplete/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use these values' }));
  await waitFor(() => expect(value('text')).toContain('Firmware'));
  expect(value('serial')).toBe('X-9');
  fireEvent.click(screen.getByRole('checkbox', { name: /Serial number/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Use these values' }));
  await waitFor(() => expect(value('serial')).toBe('SGM-1'));
});

it.each([
  ['measured.n42', 1],
  ['notes.xml', 0],
])('shows why %s could not be read only if it is an .n42 file', { timeout: 30_000 }, async (name, times) => {
  const requests = serve({ [call]: () => new Response(JSON.stringify(rejection), { status: 415 }) });
  await renderAt(<Form name={name} />, at);
  await waitFor(() => expect(requests.length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.queryByText('Reading the spectrum file…')).toBeNull());
  expect(screen.queryAllByText('This file is damaged.')).toHaveLength(times);
  expect(fillIn()).toBeNull();
});

it('renders the spectrum on both axes, with a text alternative', { timeout: 30_000 }, async () => {
  const spectra = [buildSpectrum(), buildSpectrum({ detector: 'Neutron', edges: null, liveTime: null })];
  serve({ [call]: () => buildReading({ spectra, spectraInFile: 80, doseRate: null }) });
  await renderAt(
    <ul>
      <UploadedFileRow file={file} />
    </ul>,
    at,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Preview measured.n42' }));
  const picture = await screen.findByRole('img', { name: /Spectrum: Kromek D3S ID, serial number SGM-1/ });
  expect(picture.textContent).toContain('1,011 counts from 0 to 400 keV, with the peak at 250 keV.');
  expect(screen.getByText('Energy (keV)')).toBeTruthy();
  expect(screen.getByText('169 per second')).toBeTruthy();
  const getPath = () => picture.querySelector('path')?.getAttribute('d');
  const logarithmic = getPath();
  fireEvent.click(screen.getByRole('switch', { name: 'Logarithmic scale' }));
  expect(getPath()).not.toBe(logarithmic);
  expect(screen.getByText('First 2 of 80 spectra')).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Spectrum' }));
  fireEvent.click(await screen.findByRole('option', { name: '2. Neutron · Foreground' }));
  expect(await screen.findByText('Channel')).toBeTruthy();
  expect(fillIn()).toBeNull();
});
