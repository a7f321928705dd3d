// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildRecord, TestPage, withRouter } from '../process/testing';
import { dayField } from './dayField';
import { type FieldDefinition, FieldValueList } from './FieldDefinition';

afterEach(cleanup);

const show = (field: FieldDefinition, values: object) => {
  render(
    withRouter(
      <TestPage record={buildRecord({})}>
        <FieldValueList fields={[field]} values={values} />
      </TestPage>,
    ),
  );
  return screen.getByRole('definition');
};

it('wraps an email address before "@" or "." only', () => {
  const value = show({ source: 'email', label: 'Email', type: 'email' }, { email: 'a-b.c@customs-ge.example.org' });
  expect(value.textContent).toBe('a-b.c@customs-ge.example.org');
  const pieces = [...value.querySelectorAll('span')].map(({ textContent }) => textContent);
  expect(pieces).toEqual(['a-b', '.c', '@customs-ge', '.example', '.org']);
  expect(value.querySelectorAll('wbr')).toHaveLength(pieces.length);
});

it('keeps one email address per line', () => {
  const emails = [{ value: 'a@b.c' }, { value: 'd@e.f' }];
  const value = show({ source: 'emails', label: 'Emails', kind: 'texts', type: 'email' }, { emails });
  expect(value.textContent).toBe('a@b.c\nd@e.f');
});

it('has days in the format of the header', () => {
  expect(show({ source: 'day', label: 'Day', ...dayField }, { day: '2025-01-05' }).textContent).toBe('Jan 5, 2025');
});
