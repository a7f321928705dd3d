import { expect, it } from 'vitest';
import type { Column } from '../../api/types';
import type { ListScreen } from './listScreen';
import { getColumnWidths } from './tableStyle';

const column = (key: string, type: Column['type']) => ({ key, type }) as Column;
const number = column('requestId', 'text');
const title = column('title', 'longText');
const client = column('clientName', 'text');

/** The width of the title's column beside these others. */
function ofTitle(columns: Column[]) {
  const screen = { columns, extras: { requestId: { width: 130 }, title: { width: 132 } } } as unknown as ListScreen;
  return (getColumnWidths(screen, true, false) as Record<string, unknown>)['& th.column-title'];
}

it('gives long words what is left, or their share where other words take some of it', () => {
  expect(ofTitle([number, title])).toEqual({ width: 'auto' });
  expect(ofTitle([number, client, title])).toEqual({ width: expect.stringMatching(/^\d+\.?\d*%$/) });
});
