import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { Spectra } from '../../api/spectra';
import { useFormat } from '../../core/i18n/format';

/** Return functions that describe a spectrum file in the current language. */
export function useSpectrumMessages() {
  const translate = useTranslate();
  const format = useFormat();
  return useMemo(() => {
    const time = ({ measuredAt }: Spectra): string => {
      if (measuredAt === null) return '';
      if (measuredAt.endsWith('Z')) return format.dateTimeWithZone(measuredAt);
      return translate('spectra.ownClock', { time: measuredAt.slice(0, 16).replace('T', ' ') });
    };
    const doseRate = ({ doseRate: rate }: Spectra): string =>
      rate === null ? '' : translate('spectra.perHour', { rate: format.significant(rate) });
    /** Return manufacturer and model, or "" if the file has neither. */
    const model = ({ instrument }: Spectra): string =>
      [instrument.manufacturer, instrument.model].filter(Boolean).join(' ');
    /** Return the name of the instrument. */
    const name = (read: Spectra): string => {
      const { serialNumber } = read.instrument;
      const called = model(read);
      if (!called) return serialNumber;
      return serialNumber ? translate('spectra.name', { model: called, serial: serialNumber }) : called;
    };
    /** Return the data that has no form field. */
    const notes = (read: Spectra): string => {
      const { firmware } = read.instrument;
      const [at, rate] = [time(read), doseRate(read)];
      return [
        ...(firmware ? [translate('spectra.notes.firmware', { firmware })] : []),
        ...(at ? [translate('spectra.notes.time', { time: at })] : []),
        ...(rate ? [translate('spectra.notes.doseRate', { rate })] : []),
      ].join(' ');
    };
    return { time, doseRate, model, name, notes };
  }, [translate, format]);
}
