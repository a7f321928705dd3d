import type { TablePaginationProps } from '@mui/material/TablePagination';
import { useListContext, useTranslate } from 'ra-core';
import { Pagination } from 'react-admin';
import { useFormat } from '../i18n/format';
import { useListScreen } from './listScreen';

type RangeText = Pick<TablePaginationProps, 'labelRowsPerPage' | 'labelDisplayedRows' | 'getItemAriaLabel'>;

/** Pagination with the page sizes of the list, and the shown range as a status. */
export function ListPagination() {
  const translate = useTranslate();
  const { number } = useFormat();
  const { resource } = useListScreen();
  const { error, data, total, perPage } = useListContext();
  if (error && !data) return null;
  // Not by a larger page, or there would be no way back to the default.
  const isSinglePage = total !== undefined && total <= Math.min(perPage, resource.pageSize);
  const labels: RangeText = {
    labelRowsPerPage: translate('lists.rowsPerPage'),
    labelDisplayedRows: ({ from, to, count }) =>
      translate('lists.showing', { from: number(from), to: number(to), total: number(count) }),
    // On phones, react-admin leaves these to MUI's English defaults.
    getItemAriaLabel: (to) => translate(`ra.navigation.${to}`),
  };
  return (
    <Pagination
      rowsPerPageOptions={resource.pageSizes}
      sx={isSinglePage ? rangeOnly : { '@media print': rangeOnly }}
      slotProps={{ displayedRows: { role: 'status' }, select: { variant: 'outlined', size: 'small' } }}
      {...labels}
    />
  );
}

/** Style of the range of rows without controls, in print and for lists of one page. */
const rangeOnly = {
  // The range is aligned with the end of the rows' texts.
  '& .MuiTablePagination-toolbar': { paddingInlineEnd: { xs: 1.5, md: 2 } },
  '& .MuiTablePagination-actions, & .MuiTablePagination-input, & .MuiTablePagination-selectLabel, & nav': {
    display: 'none',
  },
};
