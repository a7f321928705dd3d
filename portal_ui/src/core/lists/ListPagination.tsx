import type { TablePaginationProps } from '@mui/material/TablePagination';
import { useListContext, useTranslate } from 'ra-core';
import { Pagination } from 'react-admin';
import { useFormat } from '../i18n/format';
import { useListScreen } from './listScreen';

type RangeText = Pick<TablePaginationProps, 'labelRowsPerPage' | 'labelDisplayedRows' | 'getItemAriaLabel'>;

/** react-admin's pagination with the list's own page sizes; it says what is shown of how many. */
export function ListPagination() {
  const translate = useTranslate();
  const { number } = useFormat();
  const { resource } = useListScreen();
  const { error, data } = useListContext();
  if (error && !data) return null;
  const words: RangeText = {
    labelRowsPerPage: translate('lists.rowsPerPage'),
    labelDisplayedRows: ({ from, to, count }) =>
      translate('lists.showing', { from: number(from), to: number(to), total: number(count) }),
    // On a phone react-admin leaves these to MUI, which speaks English.
    getItemAriaLabel: (to) => translate(`ra.navigation.${to}`),
  };
  return (
    <Pagination
      rowsPerPageOptions={resource.pageSizes}
      // Paper says which rows they are, not what others there are to turn to.
      sx={{
        '@media print': {
          '& .MuiTablePagination-actions, & .MuiTablePagination-input, & .MuiTablePagination-selectLabel, & nav': {
            display: 'none',
          },
        },
      }}
      slotProps={{ displayedRows: { role: 'status' }, select: { variant: 'outlined' } }}
      {...words}
    />
  );
}
