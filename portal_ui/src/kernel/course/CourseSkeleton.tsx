import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';

/** The place of the course while it is on its way: what stands below does not jump. */
export function CourseSkeleton() {
  return (
    <Card aria-hidden sx={{ paddingBlock: 1, paddingInline: 2, '@media print': { display: 'none' } }}>
      <Skeleton height={20} sx={{ maxWidth: 280 }} />
      <Skeleton height={20} sx={{ maxWidth: 420 }} />
    </Card>
  );
}
