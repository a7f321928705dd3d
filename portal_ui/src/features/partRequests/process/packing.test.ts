import { expect, it } from 'vitest';
import { getPartName, toFormPath, toPackingBody, toPackingForm, validatePacking } from './partRequestPacking';
import { buildPartRequestComment, itemDecisions } from './partRequestUpdates';

const item = {
  id: 1,
  packageId: 12,
  customsValue: 0,
  hsCode: '903090',
  origin: 'ES',
  catalogueHsCode: '',
  catalogueOrigin: '',
};
const packages = [
  { id: 11, dimensions: '40/30/20', weight: 5.5 },
  { id: 12, dimensions: '10/10/10', weight: 1 },
];
const form = toPackingForm({ packages, items: [item] } as never);

it('numbers the packages from 1, and leaves unknown values empty', () => {
  expect(form.items).toEqual([{ id: 1, package: '2', customsValue: '0', hsCode: '903090', origin: 'ES' }]);
  expect(form.packages.map(({ id, weight }) => [id, weight])).toEqual([
    [11, '5.5'],
    [12, '1'],
  ]);
  const loose = toPackingForm({ packages, items: [{ ...item, packageId: null, customsValue: null }] } as never);
  expect(loose.items[0]).toMatchObject({ package: '', customsValue: '' });
});

it('begins with one empty package', () => {
  const { packages: empty } = toPackingForm({ packages: [], items: [] } as never);
  expect(empty).toHaveLength(1);
  expect(empty[0]?.weight).toBe('');
});

it('is saved as it was loaded, and a new package without an id', () => {
  const [first, second] = form.packages;
  const body = toPackingBody({ ...form, packages: [first, { ...second, id: undefined, weight: '2,5' }] as never });
  expect(body.packages).toEqual([packages[0], { dimensions: '10/10/10', weight: 2.5 }]);
  expect(body.items).toEqual([{ id: 1, package: 2, customsValue: 0, hsCode: '903090', origin: 'ES' }]);
});

it('rejects an invalid value and an invalid HS code, each at its field', () => {
  const [row] = form.items;
  expect(validatePacking(form)).toEqual({});
  const items = [row, { ...row, customsValue: '-1' }, { ...row, hsCode: 'x' }] as never;
  expect(Object.keys(validatePacking({ ...form, items }))).toEqual(['items.1.customsValue', 'items.2.hsCode']);
  const light = [{ ...form.packages[0], weight: '-2' }] as never;
  expect(Object.keys(validatePacking({ packages: light, items: [] }))).toEqual(['packages.0.weight']);
});

it.each([
  ['packages.2.dimensions', 'packages.2.depth'],
  ['items.1.id', 'items.1.package'],
  ['items.1.origin', 'items.1.origin'],
])('shows the server error of %s at %s', (path, field) => {
  expect(toFormPath(path)).toBe(field);
});

it('names an item, or nothing once it is gone', () => {
  const record = { requestedParts: [{ id: 1, partName: 'Tube' }] } as never;
  expect([getPartName(record, 1), getPartName(record, 2)]).toEqual(['Tube', '']);
});

it('sends decisions on items, and shows them', () => {
  const record = { requestedParts: [{ id: 1, initialApproval: 'WAITING_APPROVAL' }, { id: 2 }] } as never;
  const decisions = [{ id: 1, status: 'REJECTED' as const }];
  expect(itemDecisions.write(record, decisions)).toEqual({
    action: 'decideItems',
    data: [{ id: 1, initialApproval: 'REJECTED' }],
  });
  expect(itemDecisions.applyDecisions(record, decisions).requestedParts).toEqual([
    { id: 1, initialApproval: 'REJECTED' },
    { id: 2 },
  ]);
});

it('comments on the request or on one of its items', () => {
  const data = { ownerId: 7, status: 'INITIAL', comment: 'Why?' };
  expect(buildPartRequestComment('request', 7)('Why?')).toEqual({ action: 'commentRequest', data });
  expect(buildPartRequestComment('item', 7)('Why?')).toEqual({ action: 'commentItem', data });
});
