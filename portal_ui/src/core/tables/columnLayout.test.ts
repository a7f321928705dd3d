import { describe, expect, it } from 'vitest';
import { getColumnFields, layoutColumns, toCardFields } from './columnLayout';
import type { CardSlot, Column } from './tableTypes';

const buildField = (key: string, more: Partial<Column<null>> = {}): Column<null> => ({
  key,
  cell: () => key,
  ...more,
});
const getKeys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key);

describe('hidden columns', () => {
  const stack: Column<null> = {
    key: 'texts',
    width: 10,
    stack: [
      { key: 'note', cell: () => '' },
      { key: 'reason', belongsTo: 'price', cell: () => '' },
    ],
  };
  const columns = [buildField('model', { width: 10 }), stack, buildField('price', { width: 10 })];
  const layOut = (...hidden: string[]) => layoutColumns(columns, hidden, 0).visible;

  it('are removed alone, in a stack, and with the column that they belong to', () => {
    expect(getKeys(layOut())).toEqual(['model', 'texts', 'price']);
    expect(getKeys(layOut('model'))).toEqual(['texts', 'price']);
    const [, texts] = layOut('price');
    expect(texts && getKeys(getColumnFields(texts))).toEqual(['note']);
    expect(getKeys(layOut('note', 'reason'))).toEqual(['model', 'price']);
    expect(getKeys(layOut('texts'))).toEqual(['model', 'price']);
  });
});

describe('the layout of columns', () => {
  const stack: Column<null> = {
    key: 'texts',
    stack: [
      { key: 'note', cell: () => '' },
      { key: 'reason', minWidth: 300, cell: () => '' },
    ],
  };
  const columns = [buildField('model', { width: 100 }), stack];
  const layOut = (width: number) => {
    const { visible, asCards } = layoutColumns(columns, [], width);
    return [asCards, ...getKeys(visible)];
  };

  it('splits stacks once each field has a comfortable width', () => {
    // 100 px, 240 px by default, and 300 px.
    expect(layOut(640)).toEqual([false, 'model', 'note', 'reason']);
    expect(layOut(639)).toEqual([false, 'model', 'texts']);
  });

  it('becomes cards once the minimum widths do not fit', () => {
    // 100 px, and 160 px by default.
    expect(layOut(260)).toEqual([false, 'model', 'texts']);
    expect(layOut(259)).toEqual([true, 'model', 'texts']);
    const wide = [buildField('model', { minWidth: 200 })];
    expect(layoutColumns(wide, [], 200).asCards).toBe(false);
    expect(layoutColumns(wide, [], 199).asCards).toBe(true);
  });
});

it('assigns the fields of a card to their places, the title before the status', () => {
  const places: [string, CardSlot][] = [
    ['status', 'status'],
    ['accept', 'action'],
    ['model', 'title'],
    ['serial', 'entry'],
    ['price', 'half'],
    ['shown twice', 'elsewhere'],
    ['comment', 'wide'],
    ['weight', 'line'],
  ];
  const fields = places.map(([key, card]) => buildField(key, { card }));
  const { header, details, actions } = toCardFields([...fields, buildField('other')]);
  expect([getKeys(header), getKeys(details), getKeys(actions)]).toEqual([
    ['model', 'status'],
    ['serial', 'price', 'comment', 'weight', 'other'],
    ['accept'],
  ]);
});
