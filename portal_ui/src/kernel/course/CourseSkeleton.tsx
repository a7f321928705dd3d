import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';

/** What its lines take, beside each other or one below the other, and what the line of events takes, in pixels. */
const lines = { xs: 94, md: 68 };
const events = 26;

/** The place of the course while it is on its way: what stands below does not jump. */
export function CourseSkeleton({ withEvents }: { withEvents: boolean }) {
  const more = withEvents ? events : 0;
  return (
    <Card
      aria-hidden
      sx={{
        boxSizing: 'border-box',
        height: { xs: lines.xs + more, md: lines.md + more },
        paddingBlock: 1,
        paddingInline: 2,
        '@media print': { display: 'none' },
      }}
    >
      <Skeleton height={20} sx={{ maxWidth: 280 }} />
      <Skeleton height={20} sx={{ maxWidth: 420 }} />
    </Card>
  );
}
