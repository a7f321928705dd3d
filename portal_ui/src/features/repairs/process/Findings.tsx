import BuildIcon from '@mui/icons-material/BuildOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { DiagnosticStatus, RepairPart } from '../../../api/repairs';
import type { Tone } from '../../../api/types';
import { useFormat } from '../../../core/i18n/format';
import { Dash } from '../../../core/tables/CellText';
import { StatusChip } from '../../../core/ui/StatusChip';
import { getSavedTotal, PRICES, TYPES } from './diagnosticRows';
import { isRejected } from './repairRows';

const tones: Record<DiagnosticStatus, Tone> = {
  IT_IS_WORKING: 'done',
  FOR_REPAIR: 'moving',
  NON_REPAIRABLE: 'rejected',
};

/** Return which costs the server included; hidden costs are absent. */
export const getCostVisibility = (parts: readonly RepairPart[]): { lines: boolean; total: boolean } => ({
  lines: parts.some(
    ({ diagnosticInfo: info }) => info?.pricesOrPredefinedTypes !== undefined || info?.typeTotals !== undefined,
  ),
  total: parts.some(({ diagnosticInfo: info }) => info?.totalCost !== undefined || info?.typeTotals !== undefined),
});

/** Status chip of a unit that was missing at the goods receipt. */
export function NotReceived() {
  return <StatusChip tone="rejected" label={useTranslate()('repair.outcome.NOT_RECEIVED')} />;
}

/** Status chip of a unit's diagnosis, or that it was not received. */
export function FindingChip({ part: { diagnosticInfo, isMissing } }: { part: RepairPart }) {
  if (isMissing) return <NotReceived />;
  const status = diagnosticInfo?.status;
  if (!status) return null;
  const icon = status.key === 'FOR_REPAIR' ? { icon: BuildIcon } : {};
  return <StatusChip tone={tones[status.key]} label={status.value} {...icon} />;
}

interface CostLine {
  key: string;
  label: string;
  amount: number;
}

/** Return the items of a unit's cost: prices, services or a sum per kind. */
function useCostLines(part: RepairPart): CostLine[] {
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
      (data[type] ?? []).map(({ id, shortText, value }) => ({
        key: `${type} ${id}`,
        // A service and a part can have the same name.
        label: `${translate(`repair.diagnostics.types.${type}`)}: ${shortText}`,
        amount: value,
      })),
    );
  }
  return PRICES.flatMap((price) => {
    const amount = data[price];
    return typeof amount === 'number'
      ? [{ key: price, label: translate(`repair.diagnostics.price.${price}`), amount }]
      : [];
  });
}

/** Items of a unit's cost. */
export function CostLines({ part }: { part: RepairPart }) {
  const { money } = useFormat();
  const lines = useCostLines(part);
  if (lines.length === 0) return <Dash />;
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
          <Typography variant="body2" component="dd" sx={{ margin: 0, color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {money(amount)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Total cost of a unit, struck through if its repair was rejected. */
export function Total({ part }: { part: RepairPart }) {
  const { money } = useFormat();
  const amount = getSavedTotal(part);
  const isStruck = isRejected(part);
  return (
    <Typography
      component={isStruck ? 's' : 'span'}
      className="tabular"
      sx={{
        whiteSpace: 'nowrap',
        ...(isStruck ? { color: 'text.tertiary' } : { fontWeight: 'fontWeightBold' }),
      }}
    >
      {amount === null ? '' : money(amount)}
    </Typography>
  );
}

export const needsApproval = (part: RepairPart): boolean => part.needsApproval;
const isApproved = ({ repairApproval }: RepairPart): boolean => repairApproval === 'APPROVED';
export const isAllApproved = (parts: readonly RepairPart[]): boolean => parts.every(isApproved);
export const sumTotals = (parts: readonly RepairPart[]): number =>
  parts.reduce((sum, part) => sum + (getSavedTotal(part) ?? 0), 0);

/** Total of all repairs that need an approval, and of the approved ones. */
export function ApprovedTotal({ parts }: { parts: readonly RepairPart[] }) {
  const translate = useTranslate();
  const { money } = useFormat();
  const total = money(sumTotals(parts));
  return (
    <Typography
      variant="subtitle2"
      component="div"
      className="tabular"
      sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, flexBasis: { xs: '100%', sm: 'auto' } }}
    >
      {isAllApproved(parts) ? (
        <>
          <span>{translate('repair.approval.allApproved')}</span>
          <span>{total}</span>
        </>
      ) : (
        translate('repair.approval.total', { total, approved: money(sumTotals(parts.filter(isApproved))) })
      )}
    </Typography>
  );
}
