import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { isPlaceholderSerial } from '../../../api/normalization';
import type { RepairPart } from '../../../api/repairs';

/** Return a function that names a unit by model and serial number. */
export function useUnitName(): (part: RepairPart) => string {
  const translate = useTranslate();
  return useCallback(
    (part) => translate('repair.unit.name', { part: part.partName, serial: part.serialNumber }),
    [translate],
  );
}

/** Return a function for the two lines of a unit: serial number and model. A missing serial number is never first. */
export function useUnitLines(): (part: RepairPart, isSerialFirst: boolean) => [string, string] {
  const formatSerial = useSerial();
  return (part, isSerialFirst) => {
    const serial = formatSerial(part);
    const hasSerial = serial === part.serialNumber;
    return isSerialFirst && hasSerial ? [serial, part.partName] : [part.partName, serial];
  };
}

/** Return a function that formats a serial number or names its absence. */
export function useSerial(): (part: RepairPart) => string {
  const translate = useTranslate();
  return ({ serialNumber }) => (isPlaceholderSerial(serialNumber) ? translate('repair.unit.noSerial') : serialNumber);
}
