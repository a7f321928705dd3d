import { useTranslate } from 'ra-core';
import { createContext, type PropsWithChildren, useContext, useEffect, useState } from 'react';
import { HintLine, HintList } from '../../instruments/HintLines';
import { findRepeatedSerials, type Groups } from './unitGroups';
import type { FormValues, RepairForm } from './useRepairForm';

const DEBOUNCE_MS = 500;
type Numbers = ReadonlyMap<string, number>;
const Repeated = createContext<Numbers>(new Map());

/**
 * Map units with a repeated serial number to the number of the other unit.
 * Only units of the same part are compared, by normalized serial number.
 */
export function countRepeatedSerials(groups: Groups, units: FormValues['units'] | undefined): Map<string, number> {
  const repeated = new Map<string, number>();
  for (const { units: same } of findRepeatedSerials(groups, (id) => units?.[id]?.serialNumber ?? '')) {
    for (const { id } of same) {
      const other = same.find((unit) => unit.id !== id);
      if (other) repeated.set(id, other.number);
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

/** Provider of repeated serial numbers, compared after a debounce. */
export function RepeatedSerials({ form, groups, children }: PropsWithChildren<RepeatedSerialsProps>) {
  const [repeated, setRepeated] = useState<Numbers>(new Map());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const compare = () => {
      const next = countRepeatedSerials(groups, form.getValues('units'));
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

/** Warning that another unit of the request has the same serial number. */
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
