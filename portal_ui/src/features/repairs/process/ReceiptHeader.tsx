import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type RefObject, useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import { normalizeKey } from '../../../api/normalization';
import type { Repair, RepairPart } from '../../../api/repairs';
import { usePortalFormContext } from '../../../core/forms/PortalForm';
import { SaveErrorAlert } from '../../../core/forms/SaveErrorAlert';
import { useProcess } from '../../../core/process/processContext';
import { DialogHead } from './DialogRows';
import { countOutcomes, createExtra, type ExtraRow, type GoodsReceiptForm, resolveScan } from './goodsReceiptForm';
import { type ActionResult, ResultLine } from './ResultLine';
import { findUnsavedKeys } from './receiptMerge';
import { OUTCOMES } from './receiptOutcomes';
import { ScanField } from './ScanField';
import { buildRowKey } from './unitRows';
import type { ReceiptSaves } from './useReceiptSaves';

/** Result of the last scan or removal. */
export interface ReceiptResult extends ActionResult {
  /** Row of the scan; the notice is shown as done once it is saved. */
  key?: string;
  /** Return whether the row is unchanged since the scan. Otherwise Undo would overwrite later changes. */
  isUntouched?: (form: GoodsReceiptForm) => boolean;
}

interface ReceiptHeaderProps {
  parts: readonly RepairPart[];
  saves: ReceiptSaves;
  scanResult: ReceiptResult | null;
  scanField: RefObject<HTMLInputElement | null>;
  onScanResult: (scanResult: ReceiptResult | null) => void;
  /** Highlight and scroll to the row of a unit or an unexpected item. */
  onShow: (key: string) => void;
  onChange: () => void;
}

/** Sticky head of the dialog: scan field, last result, save errors and progress. */
export function ReceiptHeader(props: ReceiptHeaderProps) {
  const { parts, saves, scanResult, scanField, onScanResult, onShow, onChange } = props;
  const { repairParts, pickUpShippingDetails } = useProcess<Repair>().record;
  const { packages } = pickUpShippingDetails;
  const { getValues, setValue } = useFormContext<GoodsReceiptForm>();
  const translate = useTranslate();
  const unsaved = useUnsavedKeys();
  // Package whose label was scanned last.
  const [packageNumber, setPackageNumber] = useState('');

  const showResult = (message: string, code: string, more: Omit<ReceiptResult, 'text'>, number = 0) =>
    onScanResult({ ...more, text: translate(`repair.arrivals.scanned.${message}`, { code, number }) });

  const receive = (unit: RepairPart) => {
    const key = buildRowKey(unit.id);
    const path = `rows.${key}` as const;
    const before = { ...getValues(path) };
    const number = packages.findIndex(({ id }) => id === unit.packing.packageId) + 1;
    onShow(key);
    if (before.found === 'THERE' || before.found === 'DAMAGED')
      return showResult('again', unit.serialNumber, { tone: 'idle' });
    setValue(`${path}.found`, 'THERE', { shouldDirty: true });
    onChange();
    const undo = () => {
      for (const field of ['found', 'note', 'photos'] as const)
        setValue(`${path}.${field}`, before[field], { shouldDirty: true });
      onChange();
    };
    const isUntouched = ({ rows }: GoodsReceiptForm) => rows[key]?.found === 'THERE';
    showResult(
      number > 0 ? 'inPackage' : 'received',
      unit.serialNumber,
      { tone: 'done', key, undo, isUntouched },
      number,
    );
  };

  const isRejected = (code: string): boolean =>
    repairParts.some(
      ({ initialApproval, serialNumber }) =>
        initialApproval === 'REJECTED' && normalizeKey(serialNumber) === normalizeKey(code),
    );

  const addExtra = (code: string) => {
    const extras = getValues('extras');
    const same = extras.find(({ serialNumber }) => normalizeKey(serialNumber) === normalizeKey(code));
    if (same) {
      onShow(same.key);
      return showResult('again', code, { tone: 'idle' });
    }
    const extra = createExtra(code, packageNumber);
    setValue('extras', [...extras, extra], { shouldDirty: true });
    onShow(extra.key);
    onChange();
    const isSame = ({ serialNumber, parcel: place, note }: ExtraRow) =>
      serialNumber === code && place === extra.parcel && note === '';
    showResult(isRejected(code) ? 'rejected' : 'unexpected', code, {
      tone: 'waiting',
      undo: () => {
        setValue('removed', [...getValues('removed'), ...getValues('extras').filter(({ key }) => key === extra.key)]);
        const remaining = getValues('extras').filter(({ key }) => key !== extra.key);
        setValue('extras', remaining, { shouldDirty: true });
        onChange();
      },
      isUntouched: (form) => form.extras.some((row) => row.key === extra.key && isSame(row)),
    });
  };

  const onScan = (code: string) => {
    const scanned = resolveScan(code, parts, ({ id }) => getValues(`rows.${buildRowKey(id)}.found`) === '');
    if (scanned === null) return;
    if ('unit' in scanned) return receive(scanned.unit);
    if ('unknown' in scanned) return addExtra(scanned.unknown);
    const number = packages.findIndex(({ id }) => id === scanned.package) + 1;
    if (number > 0) setPackageNumber(String(number));
    onScanResult({
      tone: number > 0 ? 'done' : 'waiting',
      text: number > 0 ? translate('shipping.package', { number }) : translate('repair.arrivals.otherLabel'),
    });
  };

  return (
    <DialogHead>
      <ScanField field={scanField} onScan={onScan} />
      <LastResult {...{ scanResult, unsaved, scanField, onScanResult }} />
      <SaveErrorAlert
        problem={saves.problem}
        busy={saves.busy}
        onRetry={saves.problem?.kind === 'fields' ? undefined : onChange}
      />
      {saves.problem && unsaved.size > 0 && (
        <Typography variant="subtitle1" component="p" sx={{ color: 'error.main' }}>
          {translate('repair.arrivals.unsaved', { smart_count: unsaved.size })}
        </Typography>
      )}
      <Progress />
    </DialogHead>
  );
}

type LastResultProps = Pick<ReceiptHeaderProps, 'scanResult' | 'scanField' | 'onScanResult'> & {
  unsaved: ReadonlySet<string>;
};

/** Last result, which can be undone while its row is unchanged. */
function LastResult({ scanResult, unsaved, scanField, onScanResult }: LastResultProps) {
  const translate = useTranslate();
  const form = useWatch<GoodsReceiptForm>() as GoodsReceiptForm;
  const { undo, isUntouched, ...message } = scanResult ?? {};
  const isStale = undo !== undefined && isUntouched?.(form) === false;
  useEffect(() => {
    if (isStale) onScanResult(message as ReceiptResult);
  });
  const isPending = scanResult?.key !== undefined && unsaved.has(scanResult.key);
  const undoAndFocus = () => {
    undo?.();
    onScanResult(null);
    scanField.current?.focus({ preventScroll: true });
  };
  return (
    <ResultLine
      result={
        scanResult && {
          tone: isPending ? 'idle' : scanResult.tone,
          text: scanResult.text,
          undo: undo && !isStale ? undoAndFocus : undefined,
        }
      }
      help={translate('repair.arrivals.scanHelp')}
    />
  );
}

/** Return the keys of the rows with unsaved changes. */
function useUnsavedKeys(): ReadonlySet<string> {
  const { saved, form } = usePortalFormContext<GoodsReceiptForm>();
  useWatch<GoodsReceiptForm>();
  return findUnsavedKeys(form.getValues(), saved());
}

/** Number of checked units, with a progress bar by outcome. */
function Progress() {
  const translate = useTranslate();
  const { choices } = useMeta();
  const rows = useWatch<GoodsReceiptForm, 'rows'>({ name: 'rows' });
  const counts = countOutcomes(rows);
  const total = Object.keys(rows).length;
  const presentOutcomes = OUTCOMES.filter(({ key }) => counts[key] > 0);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
      <Typography variant="subtitle1" component="p" className="tabular">
        {translate('repair.arrivals.progress', { checked: total - counts[''], total })}
      </Typography>
      <Box
        aria-hidden
        sx={(theme) => ({
          flex: '1 1 120px',
          display: 'flex',
          gap: '2px',
          height: 8,
          borderRadius: 1,
          overflow: 'hidden',
          backgroundColor: theme.status.idle.background,
        })}
      >
        {presentOutcomes.map(({ key, tone }) => (
          <Box
            key={key}
            sx={(theme) => ({
              width: `${(100 * counts[key]) / total}%`,
              backgroundColor: theme.portal.chart[tone],
            })}
          />
        ))}
      </Box>
      {presentOutcomes.length > 0 && (
        <Typography variant="body2" className="tabular" sx={{ display: 'flex', gap: 1, color: 'text.secondary' }}>
          {presentOutcomes.map(({ key }) => (
            <span key={key}>
              {translate('repair.arrivals.outcome', { count: counts[key], outcome: getChoiceName(choices.found, key) })}
            </span>
          ))}
        </Typography>
      )}
    </Box>
  );
}
