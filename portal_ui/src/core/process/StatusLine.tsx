import InfoIcon from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Popover from '@mui/material/Popover';
import Skeleton from '@mui/material/Skeleton';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { ProcessRecord } from '../../api/requests';
import { type RequestTimeline, useTimeline } from '../../api/timeline';
import { DAY_MS, useFormat } from '../i18n/format';
import { toNewYorkParts } from '../i18n/newYorkTime';
import { lazyPart } from '../ui/lazyPart';
import { LateChip } from '../ui/StatusChip';
import { useAnchor } from '../ui/useAnchor';

/** Width of the popover in pixels. */
const POPOVER_WIDTH = 340;
/** Minimum width of the expected date in pixels, which is that of the late chip. */
const MIN_FORECAST_WIDTH = 210;

const TimelineDetails = lazyPart(() => import('./TimelineDetails'), {
  fallback: <Skeleton aria-hidden height={120} />,
});

interface StatusLineProps {
  record: ProcessRecord;
  /** Open the current step, if it is not open. */
  onOpenStep?: (() => void) | undefined;
}

/** Line with the next step (spec: whose turn it is), the forecast and its details. */
export function StatusLine({ record, onOpenStep }: StatusLineProps) {
  const translate = useTranslate();
  const { completedAt, status } = record;
  const { turn, isYourTurn } = record.process;
  const tone = completedAt ? status.tone : undefined;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        alignItems: 'center',
        columnGap: { xs: 0.5, md: 2 },
        minHeight: 28,
      }}
    >
      <Typography
        component="p"
        role="status"
        sx={(theme) => ({
          // "Your turn" is meant for the viewer of the screen, not for readers of a printout.
          ...(isYourTurn && { '@media print': { display: 'none' } }),
          // Without flex-shrink: shrunk by a fraction of a pixel, a sentence that fits would wrap.
          flex: { xs: '1 1 100%', md: '0 0 auto' },
          maxWidth: { md: `calc(100% - ${MIN_FORECAST_WIDTH + 16}px)` },
          marginInlineEnd: 'auto',
          paddingInlineStart: 1,
          borderInlineStart: '4px solid',
          borderColor: tone
            ? theme.status[tone].text
            : isYourTurn
              ? theme.vars.palette.primary.main
              : theme.portal.buttonBorder,
          fontSize: theme.typography.pxToRem(15),
          lineHeight: 22 / 15,
          fontWeight: isYourTurn ? 'fontWeightBold' : 'fontWeightMedium',
          color: isYourTurn ? theme.portal.accentText : theme.vars.palette.text.secondary,
        })}
      >
        {turn}
      </Typography>
      {isYourTurn && onOpenStep && (
        <Button
          size="small"
          variant="text"
          onClick={onOpenStep}
          // On a phone below the date, at the edge of the sentence.
          sx={{ order: { xs: 1, md: 0 }, marginInlineStart: { xs: 0.25, md: 0 }, displayPrint: 'none' }}
        >
          {translate('process.openStep')}
        </Button>
      )}
      <ForecastButton record={record} />
    </Box>
  );
}

/** Height of the forecast button. */
const forecastHeight = { minHeight: 24 } as const;
/** Touch target of 44 px that extends into the gaps above and below. */
const touchTarget = {
  position: 'relative',
  '@media (pointer: coarse)': { '&::before': { content: '""', position: 'absolute', inset: '-14px 0 -6px' } },
} as const;

/** Button with the expected date and the current party; opens the details. */
function ForecastButton({ record }: { record: ProcessRecord }) {
  const translate = useTranslate();
  const id = useId();
  const { trigger, popup } = useAnchor('dialog');
  const { data: timeline, isPending } = useTimeline(record.id, record.version);
  if (isPending) return <Skeleton aria-hidden width={220} sx={forecastHeight} />;
  return (
    <>
      <ButtonBase
        {...trigger}
        aria-controls={popup.open ? id : undefined}
        sx={(theme) => ({
          ...theme.typography.body2,
          ...forecastHeight,
          ...touchTarget,
          columnGap: 0.75,
          justifyContent: { xs: 'flex-start', md: 'flex-end' },
          minWidth: { xs: 0, md: MIN_FORECAST_WIDTH },
          maxWidth: { xs: 'calc(100% - 8px)', md: '100%' },
          paddingBlock: 0.25,
          paddingInline: 0.5,
          // On a phone at the left edge of the sentence.
          marginInlineStart: { xs: 1, md: 0 },
          marginInlineEnd: { md: -0.5 },
          borderRadius: 1,
          color: theme.vars.palette.text.secondary,
          textAlign: 'start',
          '&:hover': { backgroundColor: theme.portal.recessed },
          '& b': { fontWeight: theme.typography.fontWeightBold, color: theme.vars.palette.text.primary },
        })}
      >
        {timeline ? (
          <Summary timeline={timeline} isUserTurn={record.process.isYourTurn} />
        ) : (
          translate('timeline.details')
        )}
        {timeline?.isLate && <LateChip />}
        <InfoIcon aria-hidden sx={{ fontSize: 16, '@media print': { display: 'none' } }} />
      </ButtonBase>
      <Popover
        {...popup}
        id={id}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': translate('timeline.label') } }}
      >
        <Box sx={{ display: 'grid', gap: 1.5, padding: 2, width: POPOVER_WIDTH, maxWidth: '100%' }}>
          <TimelineDetails record={record} timeline={timeline} />
        </Box>
      </Popover>
    </>
  );
}

/** Return the New York day of an instant, as milliseconds. */
const toDay = (instant: string | number): number => Date.parse(toNewYorkParts(instant).day);

interface SummaryProps {
  timeline: RequestTimeline;
  isUserTurn: boolean;
}

/**
 * Expected date with its range, and the current party with its days so far.
 *
 * Closed requests have the closing date instead. On a desktop the summary takes one line: parts that do not fit are only
 * in the popover, the range first. On a phone the range is only there, and the summary may wrap.
 */
function Summary({ timeline: { holder, holderName, since, forecast }, isUserTurn }: SummaryProps) {
  const translate = useTranslate();
  const { monthAndDay, shortDay } = useFormat();
  if (!holder) return <span>{translate('timeline.ended', { day: monthAndDay(since) })}</span>;
  // Whole days, as in the lists ("9d ago"), except that yesterday is never today.
  const isToday = toDay(Date.now()) <= toDay(since);
  const days = isToday ? 0 : Math.max(1, Math.floor((Date.now() - Date.parse(since)) / DAY_MS));
  // Units on their way are with the courier, even if the user has to confirm their arrival.
  const isWithUser = isUserTurn && holder !== 'COURIER';
  const key = `timeline.with.${isWithUser ? 'you' : 'party'}${days === 0 ? 'Today' : ''}`;
  const present = translate(key, { party: holderName?.toLocaleLowerCase(), smart_count: days });
  return (
    <Box component="span" sx={summaryLine}>
      {/* Empty first item: if the first part does not fit, it also wraps to the second, hidden line. */}
      <Box component="span" sx={{ marginInlineEnd: { md: -0.5 } }} />
      {forecast && (
        <Box component="span" sx={dateLine}>
          <span>
            {translate('timeline.expectedBy')} <b>{shortDay(forecast.likely)}</b>
          </span>
          {forecast.earliest !== forecast.latest && (
            <Box component="span" sx={hiddenOnPhone}>
              {` (${translate('timeline.range', {
                earliest: shortDay(forecast.earliest),
                latest: shortDay(forecast.latest),
              })})`}
            </Box>
          )}
        </Box>
      )}
      <span>{forecast ? ` · ${present}` : capitalize(present)}</span>
    </Box>
  );
}

const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Style of the summary: on a desktop, parts that wrap to a second line are hidden. */
const summaryLine = {
  display: { xs: 'block', md: 'flex' },
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  columnGap: 0.5,
  minWidth: 0,
  whiteSpace: { md: 'nowrap' },
  maxHeight: { md: '1lh' },
  overflow: { md: 'hidden' },
  '@media print': { maxHeight: 'none' },
} as const;

/** Style of the date and its range: as wide as the date at least, so that the range wraps before the party does. */
const dateLine = {
  ...summaryLine,
  display: { xs: 'inline', md: 'flex' },
  flex: '1 1 min-content',
  maxWidth: 'max-content',
} as const;

/** Style of content that only screen readers get on a phone. */
const hiddenOnPhone = (theme: Theme) => ({ [theme.breakpoints.down('sm')]: visuallyHidden });
