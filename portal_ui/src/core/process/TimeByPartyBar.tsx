import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import type { RequestTimeline } from '../../api/timeline';
import { useFormat } from '../i18n/format';

type PartyTime = Omit<RequestTimeline['held'][number], 'isPresent'> & { isPresent?: boolean };

/** Smallest share of the bar, in days. */
const MIN_SHARE = 0.1;
/** Return the flex-grow of a share. At least 1: flex items with a sum below 1 do not fill the bar. */
const getShare = (days: number): number => Math.max(days / MIN_SHARE, 1);

/** Days with each party, as a bar and as a list. */
export function TimeByPartyBar({ partyTimes }: { partyTimes: readonly PartyTime[] }) {
  const translate = useTranslate();
  const format = useFormat();
  if (partyTimes.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', rowGap: 0.5, minWidth: 0 }}>
      <PartyBar partyTimes={partyTimes} height={10} />
      <Box
        component="ul"
        aria-label={translate('timeline.holders')}
        sx={(theme) => ({
          ...theme.typography.body2,
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 2,
          margin: 0,
          padding: 0,
          listStyle: 'none',
          color: 'text.secondary',
        })}
      >
        {partyTimes.map(({ holder, name, days, isPresent }) => (
          <Box
            component="li"
            key={holder}
            aria-current={isPresent || undefined}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.75,
              '&[aria-current]': { fontWeight: 'fontWeightBold' },
            }}
          >
            <PartyMarker holder={holder} />
            {/* Whole days, as in the status line. */}
            {days < 1
              ? translate('timeline.slight', { name })
              : translate('timeline.days', {
                  name,
                  days: format.number(Math.floor(days)),
                  smart_count: Math.floor(days),
                })}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Decorative bar with the days of each party; callers show the same as text. */
export function PartyBar({
  partyTimes,
  height,
}: {
  partyTimes: readonly Pick<PartyTime, 'holder' | 'days'>[];
  height: number;
}) {
  return (
    <Box aria-hidden sx={{ display: 'flex', gap: '2px', height }}>
      {partyTimes.map(({ holder, days }) => (
        <Box
          key={holder}
          sx={{ ...getBarStyle(holder), flexBasis: 0, flexGrow: getShare(days), minWidth: 4, borderRadius: '3px' }}
        />
      ))}
    </Box>
  );
}

/** Colored dot of a party, next to its name. */
export function PartyMarker({ holder }: Pick<PartyTime, 'holder'>) {
  return <Box aria-hidden component="i" sx={{ ...getBarStyle(holder), width: 10, height: 10, borderRadius: '50%' }} />;
}

/** Return the color of a party, kept in print and in forced-colors mode. */
const getBarStyle = (holder: PartyTime['holder']) => ({
  backgroundColor: (theme: Theme) => theme.portal.chart[holder],
  printColorAdjust: 'exact',
  forcedColorAdjust: 'none',
});
