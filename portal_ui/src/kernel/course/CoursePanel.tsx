import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { DateTime } from '../../shared/DateTime';
import { useFormat } from '../../shared/format';
import { LateChip, StatusChip } from '../../shared/StatusChip';
import { CourseSkeleton } from './CourseSkeleton';
import { type Course, useCourse } from './calls';
import { HoldersBar } from './HoldersBar';

interface CoursePanelProps {
  requestId: number;
  version: number;
  /** Whether what happened stands here, for who has no History tab. */
  withEvents: boolean;
}

/** Who has held a request for how long, who holds it now, when it is expected to end; nothing where it cannot be read. */
export function CoursePanel({ requestId, version, withEvents }: CoursePanelProps) {
  const translate = useTranslate();
  const { data: course, isPending } = useCourse(requestId, version);
  if (isPending) return <CourseSkeleton withEvents={withEvents} />;
  if (!course) return null;
  return (
    <Card
      component="section"
      aria-label={translate('course.label')}
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1,
        paddingBlock: 1,
        paddingInline: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
      }}
    >
      <Outlook course={course} />
      <HoldersBar held={course.held} />
      {course.events.length > 0 && <Events events={course.events} />}
    </Card>
  );
}

const dayLength = 86_400_000;

/** Whose turn it has been since when, and the days between which similar requests ended. */
function Outlook({ course: { holder, holderName, since, isLate, forecast } }: { course: Course }) {
  const translate = useTranslate();
  const format = useFormat();
  if (!holder) {
    return <Typography variant="body2">{translate('course.ended', { day: format.date(since) })}</Typography>;
  }
  const days = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / dayLength));
  const held = { holder: holderName, day: format.date(since), smart_count: days };
  return (
    <Box sx={{ display: 'grid', rowGap: 0.25 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
        <Typography variant="body2" sx={{ fontWeight: 'fontWeightMedium' }}>
          {translate(days === 0 ? 'course.heldToday' : 'course.held', held)}
        </Typography>
        {isLate && <LateChip />}
      </Box>
      {(forecast || isLate) && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {forecast ? <Forecast forecast={forecast} /> : translate('course.longer')}
        </Typography>
      )}
    </Box>
  );
}

function Forecast({ forecast: { earliest, likely, latest, cases } }: { forecast: NonNullable<Course['forecast']> }) {
  const translate = useTranslate();
  const { day } = useFormat();
  const days = { earliest: day(earliest), likely: day(likely), latest: day(latest), smart_count: cases };
  return translate(earliest === latest ? 'course.expectedOn' : 'course.expected', days);
}

/** What happened and when, for who has no History tab. */
function Events({ events }: { events: Course['events'] }) {
  const translate = useTranslate();
  return (
    <Box component="details" sx={{ gridColumn: '1 / -1' }}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', color: 'text.secondary' }}>
        {translate('course.events', { smart_count: events.length })}
      </Typography>
      <Box component="ol" sx={{ display: 'grid', gap: 0.75, marginBlock: 1, paddingInlineStart: 0, listStyle: 'none' }}>
        {events.map(({ at, status }) => (
          <Box
            component="li"
            key={`${at} ${status.key}`}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.25 }}
          >
            <Typography component="span" variant="body2" className="tabular" sx={{ minWidth: 152 }}>
              <DateTime value={at} />
            </Typography>
            <StatusChip tone={status.tone} label={status.value} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}
