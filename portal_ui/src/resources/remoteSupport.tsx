import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import type { Row, RowExtras } from '../kernel/list/rows';
import { DateTime } from '../shared/DateTime';

const ServiceCell = lazy(() => import('./ServiceCell'));

const previewLength = 30;

/** The beginning of a text: what is cut off is told by an ellipsis. */
export function preview(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const signs = [...line];
  return signs.length > previewLength ? `${signs.slice(0, previewLength).join('').trimEnd()}…` : line;
}

/** The service's name in the place of its field. */
function ServiceToCome({ name }: { name: string }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', width: 240, maxWidth: '100%', minHeight: 36 }}>
      <Typography noWrap>{name}</Typography>
    </Box>
  );
}

const descriptionOf = (row: Row) => (typeof row.description === 'string' ? preview(row.description) : null);

/** What the list of remote support shows beyond its columns: the service to change, the description's beginning. */
export const remoteSupportExtras: RowExtras = {
  serviceName: {
    width: 200,
    render: (row) => (
      <Suspense fallback={<ServiceToCome name={String(row.serviceName)} />}>
        <ServiceCell row={row} />
      </Suspense>
    ),
  },
  title: { secondary: descriptionOf },
  // Its day and its time of day are one; the time alone can be chosen as a column.
  preferredDate: { render: (row) => <DateTime value={String(row.preferredDate)} /> },
};
