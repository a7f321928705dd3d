// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { nowrapNumbers } from '../ui/nowrapNumbers';

it('keeps the number of a request on one line', () => {
  render(<p>{nowrapNumbers('R-2026-000014 was created')}</p>);
  const number = screen.getByText('R-2026-000014');
  expect(getComputedStyle(number).whiteSpace).toBe('nowrap');
  expect(number.parentElement?.textContent).toBe('R-2026-000014 was created');
});
