import ManageSearchIcon from '@mui/icons-material/ManageSearch';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import { Empty } from '../../shared/Empty';
import { Loading } from '../../shared/Skeletons';

/** In place of rows that have not been asked for. */
export function NoQueryYet() {
  const translate = useTranslate();
  return (
    <Card>
      <Empty icon={ManageSearchIcon} title={translate('lists.noQuery.title')}>
        {translate('lists.noQuery.text')}
      </Empty>
    </Card>
  );
}

/** How the inputs of a panel of filters lie. */
export const filterGrid = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
} as const;

/** The panel of filters to come. */
export function PanelSkeleton({ filters }: { filters: number }) {
  return (
    <Loading>
      <Card sx={{ marginBottom: 2, padding: 2 }}>
        <Box sx={filterGrid}>
          {Array.from({ length: filters }, (_, filter) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are alike and never move
            <Skeleton key={filter} height={64} />
          ))}
        </Box>
        <Skeleton height={36} width={120} sx={{ marginTop: 2 }} />
      </Card>
    </Loading>
  );
}
