import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import { normalizeKey } from '../../../api/normalization';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { Tone } from '../../../api/types';
import { useProcess } from '../../../core/process/processContext';
import { countOutcomes, createExtra, type GoodsReceiptForm, resolveScan } from './goodsReceiptForm';
import { OUTCOMES } from './receiptOutcomes';
import { ScanField } from './ScanField';
import { buildRowKey } from './unitRows';

/** The row that was dealt with last; `turn` counts, as the same row may come again. */
export interface Place {
  key: string;
  turn: number;
}

/** What the last scan meant. */
interface ScanNotice {
  tone: Extract<Tone, 'done' | 'waiting' | 'idle'>;
  code: string;
  text: string;
  undo?: () => void;
}

interface ReceiptHeadProps {
  parts: readonly RepairPart[];
  /** Shows a row: that of a unit or of an unexpected item. */
  onShow: (key: string) => void;
  onChange: () => void;
}

/** Stays in view above the rows: the scan field, what the last scan meant, and how far it is. */
export function ReceiptHead({ parts, onShow, onChange }: ReceiptHeadProps) {
  const { packages } = useProcess<Repair>().record.pickUpShippingDetails;
  const { getValues, setValue } = useFormContext<GoodsReceiptForm>();
  const translate = useTranslate();
  const [notice, setNotice] = useState<ScanNotice | null>(null);
  // The package that is unpacked now: its label was scanned last.
  const [parcel, setParcel] = useState('');

  const receive = (unit: RepairPart) => {
    const key = buildRowKey(unit.id);
    const path = `rows.${key}.found` as const;
    const before = getValues(path);
    const number = packages.findIndex(({ id }) => id === unit.packing.packageId) + 1;
    onShow(key);
    const isHere = before === 'THERE' || before === 'DAMAGED';
    const text = translate(`repair.arrivals.scanned.${isHere ? 'again' : number > 0 ? 'inPackage' : 'received'}`, {
      number,
    });
    const put = (found: typeof before) => {
      setValue(path, found, { shouldDirty: true });
      onChange();
    };
    if (isHere) return setNotice({ tone: 'idle', code: unit.serialNumber, text });
    put('THERE');
    const undo = () => {
      put(before);
      setNotice(null);
    };
    setNotice({ tone: 'done', code: unit.serialNumber, text, undo });
  };

  const addExtra = (code: string) => {
    const extras = getValues('extras');
    const same = extras.find(({ serialNumber }) => normalizeKey(serialNumber) === normalizeKey(code));
    if (same) {
      onShow(same.key);
      return setNotice({ tone: 'idle', code, text: translate('repair.arrivals.scanned.again') });
    }
    const extra = createExtra(code, parcel);
    setValue('extras', [...extras, extra], { shouldDirty: true });
    onShow(extra.key);
    onChange();
    const undo = () => {
      const left = getValues('extras').filter(({ key }) => key !== extra.key);
      setValue('extras', left, { shouldDirty: true });
      onChange();
      setNotice(null);
    };
    setNotice({ tone: 'waiting', code, text: translate('repair.arrivals.scanned.unexpected'), undo });
  };

  const onScan = (code: string) => {
    const meant = resolveScan(code, parts, ({ id }) => getValues(`rows.${buildRowKey(id)}.found`) === '');
    if (meant === null) return;
    if ('unit' in meant) return receive(meant.unit);
    if ('unknown' in meant) return addExtra(meant.unknown);
    const number = packages.findIndex(({ id }) => id === meant.package) + 1;
    if (number > 0) setParcel(String(number));
    setNotice({
      tone: number > 0 ? 'done' : 'waiting',
      code: '',
      text: number > 0 ? translate('shipping.package', { number }) : translate('repair.arrivals.otherLabel'),
    });
  };

  return (
    <Box
      sx={(theme) => ({
        position: 'sticky',
        // Over the padding of the dialog, where rows would be seen.
        top: '-8px',
        marginTop: -1,
        paddingTop: 1,
        zIndex: 1,
        display: 'grid',
        gap: 0.5,
        marginInline: -3,
        paddingInline: 3,
        paddingBottom: 1.5,
        backgroundColor: theme.vars.palette.background.paper,
        borderBottom: `1px solid ${theme.vars.palette.divider}`,
      })}
    >
      <ScanField onScan={onScan} />
      <ScanNoticeLine notice={notice} />
      <Progress />
    </Box>
  );
}

const NOTICE_ICONS = { done: CheckCircleIcon, waiting: WarningIcon, idle: InfoIcon };

function ScanNoticeLine({ notice }: { notice: ScanNotice | null }) {
  const translate = useTranslate();
  const Icon = notice && NOTICE_ICONS[notice.tone];
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
      <Typography
        role="status"
        sx={(theme) => ({
          flex: 1,
          minWidth: 0,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          overflowWrap: 'anywhere',
          color: notice ? theme.status[notice.tone].text : theme.vars.palette.text.secondary,
        })}
      >
        {notice && Icon ? (
          <>
            <Icon aria-hidden fontSize="small" />
            <span>
              {notice.code && <b>{notice.code}</b>} {notice.text}
            </span>
          </>
        ) : (
          <Typography component="span" variant="body2">
            {translate('repair.arrivals.scanHelp')}
          </Typography>
        )}
      </Typography>
      {notice?.undo && (
        <Button variant="text" color="primary" onClick={notice.undo} sx={{ marginInlineEnd: -1.5 }}>
          {translate('shared.undo')}
        </Button>
      )}
    </Box>
  );
}

/** How many units are checked, as a bar with a part for each outcome. */
function Progress() {
  const translate = useTranslate();
  const { choices } = useMeta();
  const rows = useWatch<GoodsReceiptForm, 'rows'>({ name: 'rows' });
  const counts = countOutcomes(rows);
  const total = Object.keys(rows).length;
  const told = OUTCOMES.filter(({ key }) => counts[key] > 0);
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
          backgroundColor: theme.status.idle.ground,
        })}
      >
        {told.map(({ key, tone }) => (
          <Box
            key={key}
            sx={(theme) => ({
              width: `${(100 * counts[key]) / total}%`,
              backgroundColor: theme.status[tone].text,
            })}
          />
        ))}
      </Box>
      <Typography variant="body2" className="tabular" sx={{ display: 'flex', gap: 1, color: 'text.secondary' }}>
        {told.map(({ key }) => (
          <span key={key}>
            {translate('repair.arrivals.outcome', { count: counts[key], outcome: getChoiceName(choices.found, key) })}
          </span>
        ))}
      </Typography>
    </Box>
  );
}
