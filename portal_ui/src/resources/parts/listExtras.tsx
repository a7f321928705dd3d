import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Row, RowExtras } from '../../kernel/list/rows';

const EnabledCell = lazy(() => import('./EnabledCell'));
const ServiceCategoriesCell = lazy(() => import('./ServiceCategoriesCell'));

const nameOf = (row: Row) => String(row.number);

/** The height and width of a control to come. */
function Place({ width, children }: { width: number; children: ReactNode }) {
  return (
    <Suspense fallback={<Box component="span" sx={{ display: 'inline-block', width, height: 38 }} />}>
      {children}
    </Suspense>
  );
}

/** What the list of parts shows beyond its columns: a switch, a choice with its own Save, a text that stays short. */
export const partsExtras: RowExtras = {
  description: {
    render: (row) => (
      <Box
        component="span"
        title={String(row.description)}
        sx={{
          display: '-webkit-box',
          WebkitLineClamp: 2,
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
          whiteSpace: 'normal',
        }}
      >
        {String(row.description)}
      </Box>
    ),
  },
  serviceCategories: {
    render: (row) => (
      <Place width={188}>
        <ServiceCategoriesCell row={row} name={nameOf(row)} />
      </Place>
    ),
  },
  enabled: {
    render: (row) => (
      <Place width={58}>
        <EnabledCell row={row} name={nameOf(row)} />
      </Place>
    ),
  },
};
