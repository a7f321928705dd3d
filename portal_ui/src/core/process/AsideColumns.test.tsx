// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { stubMediaQueries } from '../ui/testing';
import { AsideColumns } from './AsideColumns';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('keeps the focus and incomplete input when a tablet is rotated', () => {
  let isWide = false;
  const announceChange = stubMediaQueries(() => isWide);
  render(
    <ThemeProvider theme={theme}>
      <AsideColumns aside={<p>content</p>} asideSummary={{ text: 'Three packages', isWarning: false }}>
        <input aria-label="Day" />
      </AsideColumns>
    </ThemeProvider>,
  );
  const field = screen.getByLabelText('Day');
  expect(screen.getByRole('complementary', { name: 'process.aside' })).toBeTruthy();
  field.focus();
  expect(screen.getByRole('button', { name: 'Three packages' })).toBeTruthy();
  act(() => {
    isWide = true;
    announceChange();
  });
  expect(screen.queryByRole('button', { name: 'Three packages' })).toBeNull();
  expect(screen.getByText('content')).toBeTruthy();
  expect(screen.getByRole('complementary', { name: 'process.aside' })).toBeTruthy();
  expect(document.activeElement).toBe(field);
});
