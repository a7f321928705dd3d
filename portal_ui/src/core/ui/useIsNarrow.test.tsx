// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { useIsNarrow } from './useIsNarrow';

it('queries the screen only, so that print has the table', () => {
  const queries = new Set<string>();
  vi.stubGlobal('matchMedia', (query: string) => {
    queries.add(query);
    return { matches: false, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} };
  });
  renderHook(useIsNarrow, {
    wrapper: ({ children }: { children: ReactNode }) => <ThemeProvider theme={theme}>{children}</ThemeProvider>,
  });
  expect([...queries]).toContain('screen and (max-width:899.95px)');
});
