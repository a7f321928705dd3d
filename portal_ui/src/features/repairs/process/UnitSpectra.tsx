import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { RepairPart } from '../../../api/repairs';
import { SpectrumBindingProvider } from '../../spectra/spectrumBinding';
import { buildRowKey } from './unitRows';

interface Props {
  part: RepairPart;
  /** The fields of the row that a spectrum file may fill in. */
  fields: { serialNumber: string; notes: string };
  children: ReactNode;
}

/** Around the files of a unit: what is read of a spectrum file may go into its row. */
export function UnitSpectra({ part, fields, children }: Props) {
  const { setValue } = useFormContext();
  const pathOf = (field: string) => `rows.${buildRowKey(part.id)}.${field}`;
  const [serialNumber, notes] = useWatch({ name: [pathOf(fields.serialNumber), pathOf(fields.notes)] });
  const slot = (field: string, current: unknown) => ({
    current: String(current ?? ''),
    set: (text: string) => setValue(pathOf(field), text, { shouldDirty: true, shouldTouch: true }),
  });
  return (
    <SpectrumBindingProvider
      value={{
        serialNumber: slot(fields.serialNumber, serialNumber),
        notes: { ...slot(fields.notes, notes), beside: part.problemDescription ?? '' },
      }}
    >
      {children}
    </SpectrumBindingProvider>
  );
}
