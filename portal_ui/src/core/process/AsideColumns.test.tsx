// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
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

const show = (page: ReactNode) => render(<ThemeProvider theme={theme}>{page}</ThemeProvider>);

it.each([false, true])(
  'expands the aside of a narrow screen by its summary, and hides it again (warning: %s)',
  (isWarning) => {
    stubMediaQueries(() => false);
    show(
      <AsideColumns aside={<p>content</p>} asideSummary={{ text: 'Three packages', isWarning }}>
        <p>task</p>
      </AsideColumns>,
    );
    const button = screen.getByRole('button', { name: 'Three packages', expanded: false });
    const content = document.getElementById(button.getAttribute('aria-controls') ?? '');
    const isShown = () => content && getComputedStyle(content).display !== 'none';
    expect([content?.textContent, isShown()]).toEqual(['content', false]);
    fireEvent.click(button);
    expect([button.getAttribute('aria-expanded'), isShown()]).toEqual(['true', true]);
    fireEvent.click(button);
    expect([button.getAttribute('aria-expanded'), isShown()]).toEqual(['false', false]);
    expect(button.querySelectorAll('svg')).toHaveLength(isWarning ? 2 : 1);
  },
);

it('shows an aside without a summary below the task, and none if there is nothing to show', () => {
  stubMediaQueries(() => false);
  show(
    <AsideColumns aside={<p>content</p>}>
      <p>task</p>
    </AsideColumns>,
  );
  expect(screen.getByText('task').compareDocumentPosition(screen.getByText('content'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  cleanup();
  show(
    <AsideColumns asideSummary={{ text: 'Three packages', isWarning: false }}>
      <p>task</p>
    </AsideColumns>,
  );
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.getByText('task')).toBeTruthy();
});
