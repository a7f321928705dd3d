import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { Loading } from '../../shared/Skeletons';

/** The content of a tab that is on its way. */
export function PaneSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 2, padding: 2 }}>
        <Skeleton height={24} width={160} />
        {['first', 'second', 'third', 'fourth'].map((row) => (
          <Skeleton key={row} height={48} />
        ))}
      </Box>
    </Loading>
  );
}

/** A process page that is on its way, in its final shape. */
export function ProcessSkeleton() {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Skeleton height={28} width={148} />
        <Skeleton height={24} width={96} />
        <Skeleton height={20} width={260} />
      </Box>
      <Skeleton height={44} />
      <Card>
        <Box
          sx={{
            display: 'flex',
            gap: 2,
            padding: 2,
            borderBottom: 1,
            borderColor: 'divider',
            height: { xs: 66, lg: 102 },
          }}
        >
          <Skeleton height={28} sx={{ flex: 1 }} />
        </Box>
        <PaneSkeleton />
      </Card>
    </Box>
  );
}
