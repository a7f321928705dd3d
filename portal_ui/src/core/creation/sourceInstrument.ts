import { useEvent } from 'ra-core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
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

/** The number behind `?instrument=`, also after the form has taken it out of the address. */
export function useSourceInstrumentId(): number | null {
  const [search] = useSearchParams();
  const asked = parseInstrumentId(search);
  const [id, setId] = useState(asked);
  if (asked !== null && asked !== id) setId(asked);
  return asked ?? id;
}

/** Takes the instrument out of the address: a reload would add what the draft already has. */
export function useForgetSourceInstrument(): () => void {
  const [, setSearch] = useSearchParams();
  return useEvent(() =>
    setSearch(
      (search) => {
        const rest = new URLSearchParams(search);
        rest.delete('instrument');
        return rest;
      },
      { replace: true },
    ),
  );
}

/**
 * Reads the instrument that a new request is about; undefined while it loads, null where it cannot be read. The first
 * answer stays: what was changed in the form since is not overwritten.
 */
export function useSourceInstrument(id: number, use: PartUse): SourceInstrument | null | undefined {
  const { data: history, isError } = useInstrumentHistory(id);
  const parts = useParts(use, history?.category.key ?? '');
  const [first, setFirst] = useState<SourceInstrument | null>();
  if (first !== undefined) return first;
  if (isError || parts.isError) {
    setFirst(null);
  } else if (history && parts.data) {
    setFirst({
      serialNumber: history.serialNumber,
      serviceTag: history.visits.find(({ serviceTag }) => serviceTag)?.serviceTag ?? '',
      part: parts.data.find((part) => part.id === history.partId) ?? null,
    });
  }
  return undefined;
}
