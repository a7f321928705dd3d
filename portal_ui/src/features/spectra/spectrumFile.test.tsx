// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { SelectedPart } from '../../api/parts';
import type { Spectra } from '../../api/spectra';
import { renderAt, serve } from '../imports/testing';
import SpectrumDialog from './SpectrumDialog';
import SpectrumSuggestions from './SpectrumSuggestions';
import { isSpectrumName, SpectrumBindingProvider, SpectrumHintFor, SpectrumSuggestionsFor } from './spectrumBinding';
import type { SpectrumFormBinding } from './suggestions';
import { buildReading, buildSpectrum } from './testing';

const at = { at: '/en/new', route: '/:lang/new' };
const file = { id: 'f1', name: 'measured.n42', type: 'application/xml', size: 900 };
const call = 'GET /api/v1/files/spectra/f1';
const onClose = vi.fn();

const serveReading = (more: Partial<Spectra> = {}) => serve({ [call]: () => buildReading(more) });
const noInstrument = { manufacturer: '', model: '', serialNumber: '', firmware: '' };
const twoParts = [...buildReading().parts, { ...buildReading().parts[0], id: 4, partName: 'D3S v2', number: 'K-2' }];

/** Form of one unit; its part and serial number are shown as text. */
function UnitForm({ serial = '', part: first = null as { id: number; name: string } | null, use = 'REPAIR' }) {
  const [number, setNumber] = useState(serial);
  const [part, setPart] = useState<{ id: number; name: string } | null>(first);
  const target: SpectrumFormBinding = {
    part: { use: use as 'REPAIR', current: part, set: (chosen: SelectedPart) => setPart(chosen) },
    serialNumber: { current: number, set: setNumber },
  };
  return (
    <>
      <output aria-label="form">{`${part?.name ?? 'no part'}, ${number || 'no number'}`}</output>
      <SpectrumSuggestions file={file} target={target} />
    </>
  );
}
const form = () => screen.getByLabelText('form').textContent;
const checkbox = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const fillIn = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Use these values' });

it.each([
  ['a.n42', true],
  ['A.N42', true],
  ['a.xml', true],
  ['a.xml.pdf', false],
  ['n42', false],
])('reads %s as a spectrum: %s', (name, isRead) => {
  expect(isSpectrumName(name)).toBe(isRead);
});

it('asks for parts of the form that it fills in', async () => {
  const requests = serveReading();
  await renderAt(<UnitForm use="PARTS" />, at);
  await checkbox(/^Part: Kromek D3S/);
  expect([...new Set(requests.map(({ query }) => query.get('kind')))]).toEqual(['PARTS']);
});

it('fills in the part that the user picks among several', async () => {
  serveReading({ parts: twoParts as Spectra['parts'] });
  await renderAt(<UnitForm />, at);
  expect((await checkbox(/^Part: Kromek D3S$/)).checked).toBe(true);
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Part from the catalog' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Kromek D3S v2 (K-2)' }));
  await checkbox(/^Part: Kromek D3S v2/);
  fireEvent.click(fillIn());
  await waitFor(() => expect(form()).toBe('D3S v2, SGM-1'));
  expect(screen.queryByRole('combobox', { name: 'Part from the catalog' })).toBeNull();
});

it('fills in only selected values, and nothing without any', async () => {
  serveReading();
  await renderAt(<UnitForm part={{ id: 8, name: 'Pager' }} />, at);
  const part = await checkbox(/^Part: Kromek D3S.*“Pager”/);
  const number = await checkbox(/^Serial number: SGM-1/);
  expect([part.checked, number.checked]).toEqual([false, true]);
  fireEvent.click(number);
  expect(fillIn().disabled).toBe(true);
  fireEvent.click(part);
  fireEvent.click(fillIn());
  await waitFor(() => expect(form()).toBe('D3S, no number'));
  // The choices belong to the values that were filled in.
  expect((await checkbox(/^Serial number: SGM-1/)).checked).toBe(true);
});

it('says that a model is not in the catalog, unless the file names none', async () => {
  serveReading({ parts: [] });
  await renderAt(<UnitForm />, at);
  expect(await screen.findByText(/This model isn't in the catalog\./)).toBeTruthy();
  cleanup();
  serveReading({ parts: [], instrument: noInstrument });
  await renderAt(<UnitForm />, at);
  expect(await screen.findByText("The file doesn't identify its instrument.")).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

const target = (current: string): SpectrumFormBinding => ({ serialNumber: { current, set: () => {} } });

it('opens the collapsed files from a hint if one of them has values for the form', async () => {
  serveReading();
  const [onOpen, onOpenOther] = [vi.fn(), vi.fn()];
  const files = [{ ...file, id: 'f0', name: 'photo.jpg' }, file];
  await renderAt(
    <>
      <SpectrumBindingProvider value={target('SGM-1')}>
        <SpectrumHintFor files={files} onOpen={onOpenOther} />
      </SpectrumBindingProvider>
      <SpectrumBindingProvider value={target('')}>
        <SpectrumHintFor files={files} onOpen={onOpen} />
      </SpectrumBindingProvider>
    </>,
    at,
  );
  // The other form has all values of the file.
  fireEvent.click(await screen.findByRole('button', { name: 'Use the values read from measured.n42' }));
  expect(onOpen).toHaveBeenCalledOnce();
  expect(onOpenOther).not.toHaveBeenCalled();
});

it('reads no file without a form, and no photo', async () => {
  const requests = serveReading();
  await renderAt(
    <>
      <SpectrumSuggestionsFor file={file} />
      <SpectrumBindingProvider value={target('')}>
        <SpectrumSuggestionsFor file={{ ...file, name: 'photo.jpg' }} />
        <SpectrumHintFor files={[{ ...file, name: 'photo.jpg' }]} onOpen={() => {}} />
      </SpectrumBindingProvider>
    </>,
    at,
  );
  expect(requests).toEqual([]);
});

async function openDialog(more: Partial<Spectra> = {}) {
  serveReading(more);
  await renderAt(<SpectrumDialog file={file} onClose={onClose} />, at);
  await screen.findByText('Instrument');
}
/** Return the value below a label. */
const getValue = (label: string) =>
  screen.getAllByText(label).map(({ nextElementSibling }) => nextElementSibling?.textContent ?? '');

it('shows instrument, time and dose rate of a file', async () => {
  await openDialog();
  expect(getValue('Instrument')).toEqual(['Kromek D3S ID']);
  expect(getValue('Serial number')).toEqual(['SGM-1']);
  expect(getValue('Firmware')).toEqual(['3.81']);
  expect(getValue('Measured')).toEqual(['01/02/2026 12:00 PM UTC-5']);
  expect(getValue('Dose rate')).toEqual(['0.0439 µSv/h']);
  expect(screen.queryByText(/The file is incomplete/)).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('shows counts, rate and times of a spectrum', async () => {
  await openDialog({ spectra: [buildSpectrum({ liveTime: 4 })] });
  expect(getValue('Count rate')).toEqual(['253 per second']);
  expect(getValue('Live time')).toEqual(['4 s']);
  expect(getValue('Real time')).toEqual(['6 s']);
  expect(screen.getByRole('img').textContent).toContain('1,011 counts');
});

it('shows no rate without a live time, and warns of an incomplete file', async () => {
  await openDialog({ isCutOff: true, spectra: [buildSpectrum({ liveTime: null, realTime: null })] });
  expect(screen.queryByText(/per second/)).toBeNull();
  expect(screen.queryByText(/\d s$/)).toBeNull();
  expect(screen.getByText(/The file is incomplete/)).toBeTruthy();
});

it('keeps the time of an instrument without a time zone', async () => {
  await openDialog({ measuredAt: '2026-01-02T17:04:05' });
  expect(getValue('Measured')).toEqual(['2026-01-02 17:04 (instrument clock)']);
});

it('names an unknown instrument and says that a file has no spectrum', async () => {
  await openDialog({ instrument: noInstrument, measuredAt: null, doseRate: null });
  expect(screen.getByRole('img', { name: /^Spectrum: unknown instrument/ })).toBeTruthy();
  cleanup();
  await openDialog({ spectra: [], spectraInFile: 0 });
  expect(screen.getByText('This file has no spectrum to show.')).toBeTruthy();
});

it.each([
  [{ ...noInstrument, serialNumber: 'SGM-1' }, 'SGM-1'],
  [{ ...noInstrument, model: 'D3S' }, 'D3S'],
])('names an instrument by what the file says: %j', async (instrument, name) => {
  await openDialog({ instrument });
  expect(screen.getByRole('img', { name: new RegExp(`^Spectrum: ${name}`) })).toBeTruthy();
});

it('lists all spectra of a file without a total if none is left out', async () => {
  await openDialog({ spectra: [buildSpectrum(), buildSpectrum({ kind: '', detector: 'Neutron' })], spectraInFile: 2 });
  expect(screen.queryByText(/^First/)).toBeNull();
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Spectrum' }));
  const options = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['1. Gamma, CsI · Foreground', '2. Neutron']);
});

it('shows the channel under the pointer until it leaves', async () => {
  await openDialog({ spectra: [buildSpectrum(), buildSpectrum({ edges: null, width: 8 })], spectraInFile: 2 });
  const chart = screen.getByRole('img');
  vi.spyOn(chart, 'getBoundingClientRect').mockReturnValue({ left: 50, width: 200 } as DOMRect);
  // jsdom has no pointer events with coordinates.
  const point = (clientX: number) => fireEvent(chart, new MouseEvent('pointermove', { bubbles: true, clientX }));
  point(50 + 60);
  expect(screen.getByText('100 to 200 keV: 10 counts')).toBeTruthy();
  point(50 + 190);
  expect(screen.getByText('300 to 400 keV: 1 count')).toBeTruthy();
  fireEvent.pointerOut(chart);
  expect(screen.queryByText(/keV: /)).toBeNull();
  point(50 + 60);
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Spectrum' }));
  fireEvent.click(await screen.findByRole('option', { name: /^2/ }));
  expect(await screen.findByText('Channels 8 to 16: 10 counts')).toBeTruthy();
  expect(screen.getByRole('img').textContent).toContain(
    '1,011 counts in channels 0 to 32, with the peak at channel 20',
  );
});

it('shows the progress, the reason of a failure, and closes', async () => {
  let respond: (value: unknown) => void = () => {};
  serve({ [call]: () => new Promise((resolve) => (respond = resolve)) });
  await renderAt(<SpectrumDialog file={file} onClose={onClose} />, at);
  expect(screen.getByRole('dialog', { name: 'measured.n42' })).toBeTruthy();
  expect(screen.getByRole('progressbar')).toBeTruthy();
  respond(new Response(JSON.stringify({ code: 'X', message: 'This file is damaged.' }), { status: 415 }));
  expect(await screen.findByText('This file is damaged.')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalled();
});

it('begins with a logarithmic scale, and keeps the chosen one for the next spectrum', async () => {
  await openDialog({ spectra: [buildSpectrum(), buildSpectrum({ counts: [0, 3, 7, 1] })], spectraInFile: 2 });
  const scale = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Logarithmic scale' });
  const lines = () =>
    [...(screen.getByRole('img').parentElement?.children ?? [])].flatMap((line) =>
      line.tagName === 'svg' ? [] : [line.textContent],
    );
  expect(scale().checked).toBe(true);
  expect(lines()).toEqual(['1', '10', '100', '1,000']);
  fireEvent.click(scale());
  expect(lines()[0]).toBe('0');
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Spectrum' }));
  fireEvent.click(await screen.findByRole('option', { name: /^2/ }));
  await waitFor(() => expect(screen.getByRole('img').textContent).toContain('11 counts'));
  expect(scale().checked).toBe(false);
});

it('has the energies below the chart, and the counts above it without a pointer', async () => {
  await openDialog();
  const chart = screen.getByRole('img').parentElement as HTMLElement;
  expect(chart.nextElementSibling?.textContent).toBe('0100200300400');
  expect(chart.previousElementSibling?.textContent).toBe('Counts');
  expect(screen.getByText('Energy (keV)')).toBeTruthy();
});

it('rounds energies to a tenth', async () => {
  await openDialog({ spectra: [buildSpectrum({ edges: [0.04, 100.26, 200, 300, 400.04] })] });
  expect(screen.getByRole('img').textContent).toContain('from 0 to 400 keV');
});

it('offers one part without a choice, and says nothing of a catalog without a field for it', async () => {
  serveReading();
  await renderAt(<UnitForm />, at);
  await checkbox(/^Part: Kromek D3S$/);
  expect(screen.queryByRole('combobox')).toBeNull();
  cleanup();
  serveReading({ parts: [] });
  await renderAt(<SpectrumSuggestions file={file} target={target('')} />, at);
  await checkbox(/^Serial number/);
  expect(screen.queryByText(/in the catalog/)).toBeNull();
});

it('shows that the file is being read, and reads an XML file in silence if it is something else', async () => {
  let respond: (value: unknown) => void = () => {};
  serve({ [call]: () => new Promise((resolve) => (respond = resolve)) });
  await renderAt(<SpectrumSuggestions file={{ ...file, name: 'measured.XML' }} target={target('')} />, at);
  expect(screen.getByRole('status').textContent).toBe('Reading the spectrum file…');
  respond(new Response(JSON.stringify({ code: 'X', message: 'This file is damaged.' }), { status: 415 }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
});

it('shows why a file could not be read, whatever the case of its extension', async () => {
  serve({
    [call]: () => new Response(JSON.stringify({ code: 'X', message: 'This file is damaged.' }), { status: 415 }),
  });
  await renderAt(<SpectrumSuggestions file={{ ...file, name: 'MEASURED.N42' }} target={target('')} />, at);
  expect(await screen.findByText('This file is damaged.')).toBeTruthy();
});

it('opens the hint of the first spectrum file', async () => {
  const requests = serve({ 'GET /api/v1/files/spectra/f2': () => buildReading() });
  const files = [{ ...file, id: 'f2', name: 'first.n42' }, file];
  await renderAt(
    <SpectrumBindingProvider value={target('')}>
      <SpectrumHintFor files={files} onOpen={() => {}} />
    </SpectrumBindingProvider>,
    at,
  );
  await screen.findByRole('button', { name: 'Use the values read from first.n42' });
  expect(requests.some(({ path }) => path.endsWith('/spectra/f1'))).toBe(false);
});
