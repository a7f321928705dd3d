import { useInstrumentHistory } from '../../api/instruments';
import { type PartUse, type SelectedPart, useParts } from '../../api/parts';

/** The instrument that a new request is about. */
export interface SourceInstrument {
  serialNumber: string;
  serviceTag: string;
  /** Its part, where that can be asked for here. */
  part: SelectedPart | null;
}

/** The number behind `?instrument=`, null where there is none. */
export const parseInstrumentId = (search: URLSearchParams): number | null => {
  const id = search.get('instrument') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
};

/** Reads the instrument that a new request is about; undefined while it loads, null where it cannot be read. */
export function useSourceInstrument(id: number, use: PartUse): SourceInstrument | null | undefined {
  const { data: history, isError } = useInstrumentHistory(id);
  const parts = useParts(use, history?.category.key ?? '');
  if (isError || parts.isError) return null;
  if (!history || !parts.data) return undefined;
  return {
    serialNumber: history.serialNumber,
    serviceTag: history.visits.find(({ serviceTag }) => serviceTag)?.serviceTag ?? '',
    part: parts.data.find((part) => part.id === history.partId) ?? null,
  };
}
