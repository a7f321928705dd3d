import { expect, it } from 'vitest';
import type { Column } from '../../api/types';
import type { ListScreen } from './listScreen';
import { getColumnWidths } from './tableStyle';

const column = (key: string, type: Column['type']) => ({ key, type, sort: null }) as Column;

it('leaves the width of a column to what it holds, but for controls that would take any', () => {
  const columns = [column('requestId', 'text'), column('title', 'longText')];
  const widthsOf = (extras: object) => getColumnWidths({ columns, extras } as unknown as ListScreen);
  expect(widthsOf({})).toEqual({});
  expect(widthsOf({ title: { width: 132 } })).toEqual({ '&& .column-title': { minWidth: 132, maxWidth: 'none' } });
});
