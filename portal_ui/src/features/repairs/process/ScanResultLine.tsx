import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type RefObject, useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { Tone } from '../../../api/types';
import type { GoodsReceiptForm } from './goodsReceiptForm';

/** Result of the last scan or removal. */
export interface ScanResult {
  tone: Extract<Tone, 'done' | 'waiting' | 'idle'>;
  text: string;
  /** Row of the scan; the notice is shown as done once it is saved. */
  key?: string;
  undo?: () => void;
  /** Return whether the row is unchanged since the scan. Otherwise Undo would overwrite later changes. */
  isUntouched?: (form: GoodsReceiptForm) => boolean;
}

interface ScanResultLineProps {
  scanResult: ScanResult | null;
  unsaved: ReadonlySet<string>;
  scanField: RefObject<HTMLInputElement | null>;
  onScanResult: (scanResult: ScanResult | null) => void;
}

const RESULT_ICONS = { done: CheckCircleIcon, waiting: WarningIcon, idle: InfoIcon };

export function ScanResultLine({ scanResult, unsaved, scanField, onScanResult }: ScanResultLineProps) {
  const translate = useTranslate();
  const form = useWatch<GoodsReceiptForm>() as GoodsReceiptForm;
  const { undo, isUntouched, ...message } = scanResult ?? {};
  const isStale = undo !== undefined && isUntouched?.(form) === false;
  useEffect(() => {
    if (isStale) onScanResult(message as ScanResult);
  });
  const isPending = scanResult?.key !== undefined && unsaved.has(scanResult.key);
  const tone = scanResult && (isPending ? 'idle' : scanResult.tone);
  const Icon = tone && RESULT_ICONS[tone];
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
      <Typography
        role="status"
        data-tone={tone}
        sx={(theme) => ({
          flex: 1,
          minWidth: 0,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          overflowWrap: 'anywhere',
          color: tone ? theme.status[tone].text : theme.vars.palette.text.secondary,
        })}
      >
        {scanResult && Icon ? (
          <>
            <Icon aria-hidden fontSize="small" />
            <span>{scanResult.text}</span>
          </>
        ) : (
          <Typography component="span" variant="body2">
            {translate('repair.arrivals.scanHelp')}
          </Typography>
        )}
      </Typography>
      {undo && !isStale && (
        <Button
          variant="text"
          color="primary"
          onClick={() => {
            undo();
            onScanResult(null);
            scanField.current?.focus({ preventScroll: true });
          }}
          sx={{ marginInlineEnd: -1.5 }}
        >
          {translate('shared.undo')}
        </Button>
      )}
    </Box>
  );
}
