import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type RefObject, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Repair, RepairPart } from '../../../api/repairs';
import { useProcess } from '../../../core/process/processContext';
import { DialogHead } from './DialogRows';
import { resolveScan } from './goodsReceiptForm';
import { PackageToggle } from './PackageToggle';
import { usePackingChanges } from './packingChanges';
import { type ActionResult, ResultLine } from './ResultLine';
import type { PackingForm } from './repairPacking';
import { ScanField } from './ScanField';
import { buildRowKey } from './unitRows';

interface PackingHeadProps {
  parts: readonly RepairPart[];
  packageCount: number;
  result: ActionResult | null;
  onResult: (result: ActionResult | null) => void;
  /** Highlight and scroll to a scanned unit. */
  onPack: (part: RepairPart) => void;
}

/** Sticky head: package to pack, scan field and last result. */
export function PackingHead({ parts, packageCount, result, onResult, onPack }: PackingHeadProps) {
  const translate = useTranslate();
  const scanField = useRef<HTMLInputElement>(null);
  const undo = () => {
    result?.undo?.();
    onResult(null);
    scanField.current?.focus({ preventScroll: true });
  };
  return (
    <DialogHead>
      {packageCount > 1 && <Assignment {...{ parts, packageCount, scanField, onResult, onPack }} />}
      <ResultLine
        result={result && { ...result, undo: result.undo && undo }}
        help={translate(`repair.packing.${packageCount > 1 ? 'scanHelp' : 'onePackage'}`)}
      />
    </DialogHead>
  );
}

type AssignmentProps = Omit<PackingHeadProps, 'result'> & { scanField: RefObject<HTMLInputElement | null> };

/** Choice of the package to pack, units that remain, and the scan field. */
function Assignment({ parts, packageCount, scanField, onResult, onPack }: AssignmentProps) {
  const { packages } = useProcess<Repair>().record.pickUpShippingDetails;
  const translate = useTranslate();
  const { control } = useFormContext<PackingForm>();
  const [chosen, setTarget] = useState('1');
  // Another user may have removed the chosen package.
  const target = String(Math.min(Number(chosen), packageCount));
  const { pack } = usePackingChanges();
  const assigned = useWatch({ control, name: parts.map(({ id }) => `rows.${buildRowKey(id)}.package` as const) });
  const remaining = parts.filter((_, index) => !assigned[index]);
  const onScan = (text: string) => {
    const scanned = resolveScan(text, parts, (part) => remaining.includes(part));
    if (scanned === null) return;
    if ('unit' in scanned) {
      onPack(scanned.unit);
      return onResult(pack([scanned.unit], target));
    }
    const number = 'package' in scanned ? packages.findIndex(({ id }) => id === scanned.package) + 1 : 0;
    if (number > 0) {
      setTarget(String(number));
      return onResult({ tone: 'done', text: translate('shipping.package', { number }) });
    }
    const message = 'package' in scanned ? 'arrivals.otherLabel' : 'packing.notFound';
    onResult({ tone: 'waiting', text: translate(`repair.${message}`, { code: text.trim() }) });
  };
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, paddingBottom: 0.5 }}>
        <PackageToggle
          value={target}
          label={translate('repair.packing.target')}
          count={packageCount}
          onChange={(number) => setTarget(number || target)}
        />
        {remaining.length > 0 && (
          <Button
            variant="text"
            color="primary"
            sx={{ minHeight: 44, marginInlineStart: { xs: -1.5, sm: 0 } }}
            onClick={() => onResult(pack(remaining, target))}
          >
            {translate('repair.packing.rest', { smart_count: remaining.length, number: target })}
          </Button>
        )}
      </Box>
      <ScanField field={scanField} onScan={onScan} />
    </>
  );
}
