import type { Spectra, Spectrum } from '../../api/spectra';

export const buildSpectrum = (more: Partial<Spectrum> = {}): Spectrum => ({
  detector: 'Gamma, CsI',
  kind: 'Foreground',
  liveTime: 5.97,
  realTime: 6,
  counts: [0, 10, 1000, 1],
  edges: [0, 100, 200, 300, 400],
  width: 1,
  ...more,
});

/** Build the response of a spectrum file. */
export const buildReading = (more: Partial<Spectra> = {}): Spectra => ({
  instrument: { manufacturer: 'Kromek', model: 'D3S ID', serialNumber: 'SGM-1', firmware: '3.81' },
  parts: [{ id: 3, partName: 'D3S', manufacturer: 'Kromek', number: 'K-1', category: 'HANDHELD', imageUrl: null }],
  measuredAt: '2026-01-02T17:00:00Z',
  doseRate: 0.0439123,
  spectra: [buildSpectrum()],
  spectraInFile: 1,
  isCutOff: false,
  ...more,
});
