import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import type { RepairPart } from '../../../api/repairs';

/** A unit as it is called in a sentence: its model and serial number. */
export function useUnitName(): (part: RepairPart) => string {
  const translate = useTranslate();
  return useCallback(
    (part) => translate('repair.unit.name', { part: part.partName, serial: part.serialNumber }),
    [translate],
  );
}
