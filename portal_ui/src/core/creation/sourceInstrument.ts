import { useEvent } from 'ra-core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useInstrumentHistory } from '../../api/instruments';
import { type PartUse, type SelectedPart, useParts } from '../../api/parts';
import { parseRecordId } from '../routing/parseRecordId';

/** Instrument that a new request is about. */
export interface SourceInstrument {
  serialNumber: string;
  serviceTag: string;
  /** Part, if it can be requested in this form; else null. */
  part: SelectedPart | null;
}

/** Return the id in `?instrument=`, also after it was removed from the address. */
export function useSourceInstrumentId(): number | null {
  const [search] = useSearchParams();
  const requestedId = parseRecordId(search.get('instrument'));
  const [id, setId] = useState(requestedId);
  if (requestedId !== null && requestedId !== id) setId(requestedId);
  return requestedId ?? id;
}

/**
 * Return a callback that removes the instrument from the address. Without that, a reload would add it to the draft
 * again.
 */
export function useRemoveSourceInstrument(): () => void {
  const [, setSearch] = useSearchParams();
  return useEvent(() =>
    setSearch(
      (search) => {
        const remaining = new URLSearchParams(search);
        remaining.delete('instrument');
        return remaining;
      },
      { replace: true },
    ),
  );
}

/**
 * Fetch the instrument of a new request: undefined while loading, null on error.
 *
 * The first result stays, so that a refetch does not overwrite changes in the form.
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
