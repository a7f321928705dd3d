import { useTranslate } from 'ra-core';
import { createContext, type PropsWithChildren, useContext, useEffect, useState } from 'react';
import { isPlaceholderSerial, normalizeKey } from '../../../api/normalization';
import { HintLine, HintList } from '../../instruments/HintLines';
import { type Groups, getUnits } from './unitGroups';
import type { FormValues, RepairForm } from './useRepairForm';

const DEBOUNCE_MS = 500;
type Numbers = ReadonlyMap<string, number>;
const Repeated = createContext<Numbers>(new Map());

/** By unit: the number of the first other unit of its part that has the same serial number, however it is written. */
export function repeatedSerials(groups: Groups, units: FormValues['units'] | undefined): Map<string, number> {
  const repeated = new Map<string, number>();
  for (const group of groups) {
    const first = new Map<string, { id: string; number: number }>();
    for (const { id, number } of getUnits(group)) {
      const serial = units?.[id]?.serialNumber ?? '';
      if (isPlaceholderSerial(serial)) continue;
      const key = normalizeKey(serial);
      const before = first.get(key);
      if (!before) first.set(key, { id, number });
      else {
        repeated.set(id, before.number);
        if (!repeated.has(before.id)) repeated.set(before.id, number);
      }
    }
  }
  return repeated;
}

const isSameRepeats = (left: Numbers, right: Numbers) =>
  left.size === right.size && [...left].every(([id, number]) => right.get(id) === number);

interface RepeatedSerialsProps {
  form: RepairForm['form'];
  groups: Groups;
}

/** Compares the serial numbers of the whole request once typing has rested. */
export function RepeatedSerials({ form, groups, children }: PropsWithChildren<RepeatedSerialsProps>) {
  const [repeated, setRepeated] = useState<Numbers>(new Map());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const compare = () => {
      const next = repeatedSerials(groups, form.getValues('units'));
      setRepeated((before) => (isSameRepeats(before, next) ? before : next));
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(compare, DEBOUNCE_MS);
    };
    wait();
    const { unsubscribe } = form.watch(wait);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [form, groups]);
  return <Repeated.Provider value={repeated}>{children}</Repeated.Provider>;
}

/** A warning that another unit of the request has the same serial number. */
export function RepeatedSerial({ unitId }: { unitId: string }) {
  const translate = useTranslate();
  const number = useContext(Repeated).get(unitId);
  if (number === undefined) return null;
  return (
    <HintList>
      <HintLine warns>{translate('newRepair.sameSerial', { number })}</HintLine>
    </HintList>
  );
}
