import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { InstrumentHistory } from '../../api/instruments';
import { useFormat } from '../../core/i18n/format';
import { buildLane } from './summary';

const HEIGHT = 12;
const DOT = 16;
const toPercent = (share: number): string => `${share * 100}%`;
/** Colors that are kept in print and in forced-colors mode. */
const exactColors = { printColorAdjust: 'exact', forcedColorAdjust: 'none' } as const;

/** Chart of the last twelve months of an instrument, in and out of service. Dots are remote support requests. */
export function ServiceLane({ history }: { history: InstrumentHistory }) {
  const translate = useTranslate();
  const format = useFormat();
  const { months, awayPeriods, support, today } = buildLane(history, new Date());
  return (
    <Box>
      <Box
        role="img"
        aria-label={translate('instrumentPage.lane.label', { smart_count: history.daysAway })}
        sx={(theme) => ({
          ...exactColors,
          position: 'relative',
          height: HEIGHT,
          borderRadius: `${HEIGHT / 2}px`,
          backgroundColor: theme.vars.palette.divider,
        })}
      >
        <Box
          sx={(theme) => ({
            ...exactColors,
            position: 'relative',
            width: toPercent(today),
            height: '100%',
            borderRadius: `${HEIGHT / 2}px`,
            overflow: 'hidden',
            backgroundColor: theme.portal.chart.done,
          })}
        >
          {awayPeriods.map(({ from, to }) => (
            <Box
              key={`${from} ${to}`}
              sx={(theme) => ({
                ...exactColors,
                position: 'absolute',
                insetBlock: 0,
                insetInlineStart: toPercent(from / today),
                width: toPercent((to - from) / today),
                minWidth: 4,
                backgroundColor: theme.portal.chart.waiting,
                // No gaps at the ends of the lane.
                borderInline: `0 solid ${theme.vars.palette.background.paper}`,
                ...(from > 0 && { borderInlineStartWidth: 2 }),
                ...(to < today && { borderInlineEndWidth: 2 }),
              })}
            />
          ))}
        </Box>
        {support.map((at) => (
          <Dot
            key={at}
            sx={{
              position: 'absolute',
              top: (HEIGHT - DOT) / 2,
              insetInlineStart: `calc(${toPercent(at)} - ${DOT / 2}px)`,
            }}
          />
        ))}
      </Box>
      <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: 'repeat(12, minmax(0, 1fr))', marginTop: 0.75 }}>
        {months.map((month) => (
          <Typography key={month} variant="caption" sx={monthStyle}>
            {format.shortMonth(month)}
          </Typography>
        ))}
      </Box>
      <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, marginTop: 1 }}>
        <Legend labelKey="inService" fill="done" />
        <Legend labelKey="outOfService" fill="waiting" />
        {support.length > 0 && <Legend labelKey="remoteSupport" />}
      </Box>
    </Box>
  );
}

/** Style of the month labels. On a phone every second one is hidden, because labels overlap. */
const monthStyle = {
  color: 'text.secondary',
  whiteSpace: 'nowrap',
  '&:nth-of-type(even)': { visibility: { xs: 'hidden', sm: 'visible' } },
} as const;

function Dot({ sx, size = DOT }: { sx?: object; size?: number }) {
  return (
    <Box
      sx={[
        (theme) => ({
          ...exactColors,
          width: size,
          height: size,
          borderRadius: '50%',
          border: `${size / 4}px solid ${theme.portal.chart.single}`,
          backgroundColor: theme.vars.palette.background.paper,
        }),
        { ...sx },
      ]}
    />
  );
}

function Legend({
  labelKey,
  fill,
}: {
  labelKey: 'inService' | 'outOfService' | 'remoteSupport';
  fill?: 'done' | 'waiting';
}) {
  const translate = useTranslate();
  return (
    <Typography
      variant="body2"
      component="span"
      sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}
    >
      {fill ? (
        <Box
          sx={(theme) => ({
            ...exactColors,
            width: 10,
            height: 10,
            borderRadius: '3px',
            backgroundColor: theme.portal.chart[fill],
          })}
        />
      ) : (
        <Dot size={10} />
      )}
      {translate(`instrumentPage.lane.${labelKey}`)}
    </Typography>
  );
}
