// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FieldHelp } from './FieldHelp';

const Fields = ({ errors }: { errors: readonly string[] }) =>
  ['Name', 'Email'].map((label) => (
    <FieldHelp key={label} id={label} className={errors.includes(label) ? 'Mui-error' : ''}>
      {label} is required
    </FieldHelp>
  ));

const readAlerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

afterEach(cleanup);

it('announces an error that appears alone, and not several that appear at once', async () => {
  const { rerender } = render(<Fields errors={[]} />);
  expect(readAlerts()).toEqual([]);
  rerender(<Fields errors={['Name']} />);
  expect(readAlerts()).toEqual(['Name is required']);
  await Promise.resolve();
  rerender(<Fields errors={[]} />);
  rerender(<Fields errors={['Name', 'Email']} />);
  expect(readAlerts()).toEqual([]);
});

it('announces a single error of a field whose last error appeared together with others', async () => {
  const { rerender } = render(<Fields errors={['Name', 'Email']} />);
  expect(readAlerts()).toEqual([]);
  await Promise.resolve();
  rerender(<Fields errors={[]} />);
  rerender(<Fields errors={['Name']} />);
  expect(readAlerts()).toEqual(['Name is required']);
});
