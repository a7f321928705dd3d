import type { Theme } from '@mui/material/styles';
import { expect, it } from 'vitest';
import type { Column } from '../../api/types';
import { theme } from '../../theme/theme';
import type { ListScreen } from './listScreen';
import { getColumnWidths, listStyle } from './tableStyle';

const buildColumn = (key: string, type: Column['type']) => ({ key, type, sort: null }) as Column;

it('sets a minimum width only for columns with a declared width', () => {
  const columns = [buildColumn('requestId', 'text'), buildColumn('title', 'longText')];
  const getWidths = (extras: object) =>
    getColumnWidths({ resource: { filters: [] }, columns, extras } as unknown as ListScreen);
  expect(getWidths({})).not.toHaveProperty(['&& .column-title']);
  expect(getWidths({ title: { width: 132 } })).toMatchObject({
    '&& .column-title': { minWidth: 132, maxWidth: 'none' },
  });
});

it('leaves room for a badge only in lists where some rows require action', () => {
  const getDetailsWidth = (...keys: string[]) => {
    const resource = { filters: keys.map((key) => ({ key })) };
    return getColumnWidths({ resource, columns: [], extras: {} } as unknown as ListScreen)['--details-width'];
  };
  expect(getDetailsWidth('client')).toBe('36px');
  expect(getDetailsWidth('client', 'myTurn')).toBe('47px');
});

it('keeps the sort arrow from widening the header of a column that is not sorted', () => {
  const style = listStyle(theme as unknown as Theme);
  const arrow = '.MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon';
  expect(style[`& ${arrow}`]).toMatchObject({ position: 'absolute' });
  expect(style[`& th.MuiTableCell-alignRight ${arrow}`]).toMatchObject({ insetInlineEnd: '100%' });
  // The last cell has padding to the edge of the card.
  expect(style['& tr > :last-child:not(.details)']).toEqual({ paddingInlineEnd: '20px' });
});

it('separates a right-aligned number from the text after it', () => {
  const rule = '& .MuiTableCell-alignRight:is(.number, .money) + :not(.MuiTableCell-alignRight, .details)';
  // With the padding after the number: 24 px.
  expect(listStyle(theme as unknown as Theme)[rule]).toEqual({ paddingInlineStart: '16px' });
});
