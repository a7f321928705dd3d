import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMoney } from '../../../shared/money';
import { StatusChip } from '../../../shared/StatusChip';
import { PRICES, TYPES } from '../diagnostics';
import { diagnosticTone } from '../tones';
import type { RepairPart } from '../types';
import { Missing } from '../units';

/** Which costs the server told for these units: what a viewer may not see is absent. */
export const showsCosts = (parts: readonly RepairPart[]): { lines: boolean; total: boolean } => ({
  lines: parts.some(
    ({ diagnosticInfo: info }) => info?.pricesOrPredefinedTypes !== undefined || info?.typeTotals !== undefined,
  ),
  total: parts.some(({ diagnosticInfo: info }) => info?.totalCost !== undefined || info?.typeTotals !== undefined),
});

/** What diagnostics said of a unit. */
export function Diagnosis({ part }: { part: RepairPart }) {
  const status = part.diagnosticInfo?.status;
  return status ? <StatusChip tone={diagnosticTone(status.key)} label={status.value} /> : <Missing />;
}

interface Line {
  key: string;
  label: string;
  amount: number;
}

/** What the total is made of: prices, chosen services, or a sum for each kind of service. */
function useLines(part: RepairPart): Line[] {
  const translate = useTranslate();
  const info = part.diagnosticInfo;
  const { typeTotals: totals, pricesOrPredefinedTypes: data } = info ?? {};
  if (totals) {
    return TYPES.filter((type) => totals[type] > 0).map((type) => ({
      key: type,
      label: translate(`repair.diagnostics.types.${type}`),
      amount: totals[type],
    }));
  }
  if (!data) return [];
  if (info?.withPredefinedTypes) {
    return TYPES.flatMap((type) =>
      (data[type] ?? []).map(({ id, shortText, value }) => ({ key: `${type} ${id}`, label: shortText, amount: value })),
    );
  }
  return PRICES.flatMap((price) => {
    const amount = data[price];
    return typeof amount === 'number'
      ? [{ key: price, label: translate(`repair.diagnostics.price.${price}`), amount }]
      : [];
  });
}

export function CostLines({ part }: { part: RepairPart }) {
  const money = useMoney();
  const lines = useLines(part);
  if (lines.length === 0) return <Missing />;
  return (
    <Box component="dl" className="tabular" sx={{ margin: 0, display: 'grid', gap: 0.25, width: '100%' }}>
      {lines.map(({ key, label, amount }) => (
        <Box key={key} sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
          <Typography
            variant="body2"
            component="dt"
            sx={{ color: 'text.tertiary', minWidth: 0, overflowWrap: 'anywhere' }}
          >
            {label}
          </Typography>
          <Typography variant="body2" component="dd" sx={{ margin: 0, color: 'text.secondary' }}>
            {money(amount)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** The total cost as the server counts it, or the sum of what it tells. */
export function Total({ part }: { part: RepairPart }) {
  const money = useMoney();
  const info = part.diagnosticInfo;
  const totals = info?.typeTotals;
  const amount = info?.totalCost ?? (totals ? TYPES.reduce((sum, type) => sum + totals[type], 0) : undefined);
  if (amount === undefined || amount === null || !info?.status) return <Missing />;
  return (
    <Typography component="span" className="tabular" sx={{ fontWeight: 'fontWeightBold' }}>
      {money(amount)}
    </Typography>
  );
}

/** The lines of the cost with their total below, where both share a column. */
export function CostSum({ part }: { part: RepairPart }) {
  const translate = useTranslate();
  const lines = useLines(part);
  if (!part.diagnosticInfo?.status) return <Missing />;
  return (
    <Box sx={{ width: '100%' }}>
      {lines.length > 1 && <CostLines part={part} />}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
        <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
          {lines.length === 1 ? lines[0]?.label : translate('repair.column.total')}
        </Typography>
        <Total part={part} />
      </Box>
    </Box>
  );
}
