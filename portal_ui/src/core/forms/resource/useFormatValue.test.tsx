// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { withRouter } from '../../process/testing';
import { buildField } from './testing';
import { useFormatValue } from './useFormatValue';

afterEach(cleanup);

it('formats values by type, those of the server and those typed in', () => {
  const { result } = renderHook(() => useFormatValue(), { wrapper: ({ children }) => withRouter(children) });
  const choices = [
    { key: '1', name: 'One' },
    { key: '2', name: 'Two' },
  ];
  const format = (kind: string, value: unknown) => result.current(buildField('x', kind, { choices }), value);
  expect([format('boolean', true), format('boolean', false), format('boolean', null)]).toEqual(['Yes', 'No', 'No']);
  expect([format('money', 12.5), format('money', '0')]).toEqual(['$12.50', '$0.00']);
  expect([format('money', ''), format('money', null), format('money', 'much')]).toEqual(['', '', 'much']);
  expect([format('choice', '2'), format('choice', '3'), format('choice', null)]).toEqual(['Two', '3', '']);
  expect(format('choices', ['1', '2'])).toBe('One, Two');
  expect([format('texts', [{ value: 'a' }, { value: 'b' }]), format('texts', ['a'])]).toEqual(['a, b', 'a']);
  expect([format('image', 'x'), format('matrix', { 7: ['R'] })]).toEqual(['', '']);
});
