import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ProcessRecord } from '../../api/requests';
import type { RequestTimeline } from '../../api/timeline';
import { useFormat } from '../i18n/format';
import { DateTime } from '../ui/DateTime';
import { StatusChip } from '../ui/StatusChip';
import { TimeByPartyBar } from './TimeByPartyBar';
import { HISTORY } from './tabs';

interface TimelineDetailsProps {
  record: ProcessRecord;
  /** Undefined if it could not be loaded. */
  timeline: RequestTimeline | undefined;
}

/** Forecast, days with each party, dates and, without a History tab, the timeline. */
export default function TimelineDetails({ record, timeline }: TimelineDetailsProps) {
  const hasHistory = record.process.steps.some(({ key }) => key === HISTORY);
  return (
    <>
      {timeline && <Forecast timeline={timeline} />}
      {timeline && <TimeByPartyBar partyTimes={timeline.held} />}
      <Dates record={record} />
      {timeline && !hasHistory && timeline.events.length > 0 && <Timeline events={timeline.events} />}
    </>
  );
}

/** Expected date with the number of similar requests it is based on. */
function Forecast({ timeline: { holder, holderName, since, forecast, isLate } }: { timeline: RequestTimeline }) {
  const translate = useTranslate();
  const { date, day } = useFormat();
  if (!holder) return <Typography variant="body2">{translate('timeline.ended', { day: date(since) })}</Typography>;
  return (
    <Box sx={{ display: 'grid', rowGap: 0.25 }}>
      {forecast && (
        <Typography variant="body2">
          {translate(getForecastMessage(forecast), {
            earliest: day(forecast.earliest),
            likely: day(forecast.likely),
            latest: day(forecast.latest),
            smart_count: forecast.cases,
          })}
        </Typography>
      )}
      {!forecast && isLate && <Typography variant="body2">{translate('timeline.longer')}</Typography>}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('timeline.since', { party: holderName?.toLocaleLowerCase(), day: date(since) })}
      </Typography>
    </Box>
  );
}

/** Return the message of a forecast; one without cases is the courier's date. */
function getForecastMessage({ cases, earliest, latest }: NonNullable<RequestTimeline['forecast']>): string {
  if (cases === 0) return 'timeline.expectedByCourier';
  return earliest === latest ? 'timeline.expectedOn' : 'timeline.expected';
}

/** Times of creation and of the last change. */
function Dates({ record: { createdAt, updatedAt } }: { record: ProcessRecord }) {
  const translate = useTranslate();
  const format = useFormat();
  return (
    <Typography variant="body2" component="p" sx={{ color: 'text.secondary', '& time': { whiteSpace: 'nowrap' } }}>
      <DateTime value={createdAt}>{translate('process.created', { time: format.dateTime(createdAt) })}</DateTime>
      <br />
      <DateTime value={updatedAt}>{translate('process.changed', { time: format.dateTime(updatedAt) })}</DateTime>
    </Typography>
  );
}

/** Status changes, for roles without a History tab. */
function Timeline({ events }: { events: RequestTimeline['events'] }) {
  const translate = useTranslate();
  return (
    <section>
      <Typography variant="subtitle2" component="h2">
        {translate('timeline.events', { smart_count: events.length })}
      </Typography>
      <Box component="ol" sx={{ display: 'grid', gap: 0.75, marginBlock: 1, paddingInlineStart: 0, listStyle: 'none' }}>
        {events.map(({ at, status }) => (
          <Box
            component="li"
            key={`${at} ${status.key}`}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.25 }}
          >
            <Typography component="span" variant="body2" className="tabular" sx={{ minWidth: 136 }}>
              <DateTime value={at} />
            </Typography>
            <StatusChip tone={status.tone} label={status.value} />
          </Box>
        ))}
      </Box>
    </section>
  );
}
