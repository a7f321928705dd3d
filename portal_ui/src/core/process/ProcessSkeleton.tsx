import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { Loading } from '../ui/Skeletons';

/** Skeleton of a tab. */
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

/** Skeleton of a process page. */
export function ProcessSkeleton() {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'grid', rowGap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 1.5,
            alignItems: 'center',
            minHeight: { xs: 52, md: 28 },
          }}
        >
          <Skeleton height={28} width={148} />
          <Skeleton height={24} width={96} />
          <Skeleton height={20} width={260} />
        </Box>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center', minHeight: { xs: 62, md: 28 } }}
        >
          <Skeleton height={22} sx={{ flex: { xs: '1 1 100%', md: '0 1 420px' } }} />
          <Skeleton height={20} width={220} sx={{ marginInlineStart: { md: 'auto' } }} />
        </Box>
      </Box>
      <Card>
        <Box
          sx={{
            display: 'flex',
            gap: 2,
            paddingBlock: 1,
            paddingInline: 2,
            borderBottom: 1,
            borderColor: 'divider',
            height: { xs: 47, lg: 49 },
          }}
        >
          <Skeleton height={28} sx={{ flex: 1 }} />
        </Box>
        <PaneSkeleton />
      </Card>
    </Box>
  );
}
