import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { Spectra } from '../../api/spectra';
import { useFormat } from '../../core/i18n/format';

/** What is said of a spectrum file, in the words of the screen. */
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
    /** Maker and model; "" where the file tells neither. */
    const model = ({ instrument }: Spectra): string =>
      [instrument.manufacturer, instrument.model].filter(Boolean).join(' ');
    /** Which instrument it is. */
    const name = (read: Spectra): string => {
      const { serialNumber } = read.instrument;
      const called = model(read);
      if (!called) return serialNumber;
      return serialNumber ? translate('spectra.name', { model: called, serial: serialNumber }) : called;
    };
    /** What a form has no field for. */
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
