import { expect, it } from 'vitest';
import { withSwitch } from './MatrixInput';

const order = ['CLIENT', 'SERVICE', 'ADMIN'];

it('keeps the order of the matrix, so that what is switched back is no change', () => {
  const before = ['CLIENT', 'ADMIN'];
  const without = withSwitch(before, 'CLIENT', false, order);
  expect(without).toEqual(['ADMIN']);
  expect(withSwitch(without, 'CLIENT', true, order)).toEqual(before);
  expect(withSwitch(before, 'SERVICE', true, order)).toEqual(order);
  expect(withSwitch(before, 'ADMIN', true, order)).toEqual(before);
});
