import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Row, RowExtras } from '../../kernel/list/rows';

const EnabledCell = lazy(() => import('./EnabledCell'));
const ServiceCategoriesCell = lazy(() => import('./ServiceCategoriesCell'));

const nameOf = (row: Row) => String(row.number);

/** The height and width of a control to come. */
function Place({ width, children }: { width: number | string; children: ReactNode }) {
  return (
    <Suspense fallback={<Box component="span" sx={{ display: 'inline-block', width, height: 38 }} />}>
      {children}
    </Suspense>
  );
}

/** What the list of parts shows beyond its columns: a switch, a choice with its own Save. */
export const partsExtras: RowExtras = {
  serviceCategories: {
    render: (row) => (
      <Place width="100%">
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
