import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Repair, RepairPart } from '../../../api/repairs';
import { useProcess } from '../../../core/process/processContext';
import { DialogHead } from './DialogRows';
import { resolveScan } from './goodsReceiptForm';
import { PackageToggle } from './PackageToggle';
import { type PackingResult, usePackingChanges } from './packingChanges';
import type { PackingForm } from './repairPacking';
import { ScanField } from './ScanField';
import { buildRowKey } from './unitRows';

interface PackingHeadProps {
  parts: readonly RepairPart[];
  packageCount: number;
  result: PackingResult | null;
  onResult: (result: PackingResult | null) => void;
  /** Highlight and scroll to a scanned unit. */
  onPack: (part: RepairPart) => void;
}

/** Sticky head: package to pack, scan field and last result. */
export function PackingHead({ parts, packageCount, result, onResult, onPack }: PackingHeadProps) {
  const translate = useTranslate();
  const scanField = useRef<HTMLInputElement>(null);
  const Icon = result?.tone === 'done' ? CheckCircleIcon : WarningIcon;
  const hint = packageCount > 1 ? 'scanHelp' : 'onePackage';
  return (
    <DialogHead>
      {packageCount > 1 && <Assignment {...{ parts, packageCount, scanField, onResult, onPack }} />}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
        <Typography
          role="status"
          variant="body2"
          sx={(theme) => ({
            flex: 1,
            minWidth: 0,
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            overflowWrap: 'anywhere',
            color: result ? theme.status[result.tone].text : 'text.secondary',
          })}
        >
          {result && <Icon aria-hidden fontSize="small" />}
          <span>{result?.text ?? translate(`repair.packing.${hint}`)}</span>
        </Typography>
        {result?.undo && (
          <Button
            variant="text"
            color="primary"
            sx={{ marginInlineEnd: -1.5 }}
            onClick={() => {
              result.undo?.();
              onResult(null);
              scanField.current?.focus({ preventScroll: true });
            }}
          >
            {translate('shared.undo')}
          </Button>
        )}
      </Box>
    </DialogHead>
  );
}

type AssignmentProps = Omit<PackingHeadProps, 'result'> & { scanField: React.RefObject<HTMLInputElement | null> };

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
