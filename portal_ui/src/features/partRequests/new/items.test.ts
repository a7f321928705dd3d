import { describe, expect, it } from 'vitest';
import type { SelectedPart } from '../../../api/parts';
import {
  addItem,
  countItems,
  createItemFromSource,
  type Item,
  isSameItemType,
  toFormPath,
  toItemsBody,
  toItemTypes,
  withoutImages,
} from './items';

const radEye: SelectedPart = { id: 7, name: 'RadEye G-10', maker: 'Thermo', imageUrl: null, category: 'HANDHELD' };
const picture = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg', size: 10 });
const proposed = (name: string, quantity: number, ...pictures: string[]) => ({
  part: null,
  name,
  quantity,
  images: pictures.map(picture),
});
const chosen = (part: SelectedPart, quantity: number) => ({ part, name: part.name, quantity, images: [] });

const start: Item[] = addItem(addItem([], chosen(radEye, 2)), proposed('Neutron tube', 1, 'a'));

describe('part request items', () => {
  it('are equal by part, or by proposed name regardless of case', () => {
    expect(isSameItemType({ partId: 7, name: 'x' }, { partId: 7, name: 'y' })).toBe(true);
    expect(isSameItemType({ partId: null, name: ' Tube' }, { partId: null, name: 'tube ' })).toBe(true);
    // A catalog part never equals a proposed one, even if the names are equal.
    expect(isSameItemType({ partId: 7, name: 'tube' }, { partId: null, name: 'tube' })).toBe(false);
  });

  it('are merged with an equal item: quantity and images', () => {
    expect(addItem(start, chosen(radEye, 3)).map(({ quantity }) => quantity)).toEqual([5, 1]);
    const [, tube] = addItem(start, proposed('NEUTRON TUBE', 4, 'b'));
    expect(tube?.quantity).toBe(5);
    expect(tube?.images.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('are added at the end with a new id, and leave the others as they are', () => {
    expect(start.map(({ id, name }) => [id, name])).toEqual([
      [1, 'RadEye G-10'],
      [2, 'Neutron tube'],
    ]);
    expect(addItem(start, chosen(radEye, 3))[1]).toBe(start[1]);
  });

  it('differ by part', () => {
    expect(isSameItemType({ partId: 7, name: 'x' }, { partId: 8, name: 'x' })).toBe(false);
    expect(isSameItemType({ partId: null, name: 'Tube' }, { partId: null, name: 'Tube 2' })).toBe(false);
  });

  it('are sent without spaces around a proposed name', () => {
    expect(toItemsBody(addItem([], proposed(' Tube ', 1)))).toMatchObject([{ partName: 'Tube' }]);
  });

  it('are listed as types with their quantities', () => {
    expect(toItemTypes(start)).toEqual([
      { partId: 7, name: 'RadEye G-10', quantity: 2 },
      { partId: null, name: 'Neutron tube', quantity: 1 },
    ]);
  });

  it('keep their ids after a removal', () => {
    const remaining = start.filter(({ part }) => !part);
    expect(addItem(remaining, chosen(radEye, 1)).map(({ id }) => id)).toEqual([2, 3]);
  });

  it('are counted together with those of the request', () => {
    const existing = [...toItemTypes(start), { partId: 7, name: 'RadEye G-10', quantity: 40 }];
    expect(countItems(existing, { partId: 7, name: '' })).toBe(42);
    expect(countItems(existing, { partId: 8, name: 'RadEye G-10' })).toBe(0);
  });

  it('are sent by part id, or by name and images', () => {
    expect(toItemsBody(start)).toEqual([
      { partId: 7, quantity: 2 },
      { id: -1, partName: 'Neutron tube', quantity: 1, images: [{ id: 'a' }] },
    ]);
  });
});

describe('server response', () => {
  it('maps errors to the item or field', () => {
    expect(toFormPath('parts.1.images.0')).toBe('items.1');
    expect(toFormPath('contact.phone')).toBe('contact.phone');
  });

  it('removes lost images', () => {
    expect(withoutImages(start, new Set(['a']))[1]?.images).toEqual([]);
    expect(withoutImages(start, new Set(['b']))).toEqual(start);
  });
});

describe('item from a remote support request', () => {
  it('is its part, or a proposal with the images', () => {
    const part = { id: 5, name: 'Pager', maker: 'Acme', number: 'P-1', imageUrl: null, category: 'HANDHELD' };
    const files = [{ id: 'f1', name: 'a.png', type: 'image/png', size: 3 }];
    const origin = { title: 'Counts drift', files };
    expect(createItemFromSource({ ...origin, part })).toMatchObject({ part, name: 'Pager', quantity: 1, images: [] });
    expect(createItemFromSource({ ...origin, part: null })).toMatchObject({
      part: null,
      name: 'Counts drift',
      images: files,
    });
  });
});
