// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { stubMediaQueries } from '../ui/testing';
import { TableBulkActions } from './TableBulkActions';

const i18nProvider = await getI18nProvider('en');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(
  possible: readonly string[],
  phone: boolean,
  maxVisible = 2,
  menu: { menuLabel?: string; selectedCount?: number } = {},
) {
  stubMediaQueries(() => phone);
  const run = vi.fn();
  const actions = ['these', 'not these', 'all', 'none'].map((label) => ({
    key: label,
    label,
    disabled: !possible.includes(label),
    run: () => run(label),
  }));
  render(
    <I18nContext.Provider value={i18nProvider}>
      <ThemeProvider theme={theme}>
        <TableBulkActions {...{ actions, maxVisible, ...menu }} />
      </ThemeProvider>
    </I18nContext.Provider>,
  );
  return run;
}

const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

it('shows a button for each action, including disabled ones', () => {
  open(['all', 'none'], false);
  expect(names()).toEqual(['these', 'not these', 'all', 'none']);
});

it('shows only enabled actions on a phone', () => {
  const run = open(['all', 'none'], true);
  expect(names()).toEqual(['all', 'none']);
  fireEvent.click(screen.getByRole('button', { name: 'all' }));
  expect(run).toHaveBeenCalledWith('all');
});

it('moves more than two enabled actions into a menu on a phone', () => {
  const run = open(['these', 'not these', 'all', 'none'], true);
  expect(names()).toEqual(['these', 'not these', 'More']);
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['all', 'none']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'none' }));
  expect(run).toHaveBeenCalledWith('none');
});

it('is a single menu button on a phone if no action is visible', () => {
  open(['these', 'not these'], true, 0);
  expect(names()).toEqual(['Bulk actions']);
});

it('is a menu button that is disabled without actions and does not move', () => {
  const menuLabel = 'repair.service.setAll';
  open([], false, 0, { menuLabel });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark all units' }).disabled).toBe(true);
  cleanup();
  open(['these'], false, 0, { menuLabel, selectedCount: 2 });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Mark all units' });
  expect(button.disabled).toBe(false);
  // The count follows the button, which does not move when the count appears.
  expect(button.compareDocumentPosition(screen.getByRole('status'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('counts the selected rows, if there are any', () => {
  open(['these'], false, 2, { selectedCount: 3 });
  expect(screen.getByRole('status').textContent).toBe('3 selected');
  cleanup();
  open(['these'], false);
  expect(screen.queryByRole('status')).toBeNull();
});

it('disables the button of an action that is not possible, and closes its menu after a choice', async () => {
  const run = open(['these'], false);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'these' }).disabled).toBe(false);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'all' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'these' }));
  expect(run).toHaveBeenCalledWith('these');
  cleanup();
  open(['these', 'all'], true, 0);
  fireEvent.click(screen.getByRole('button', { name: 'Bulk actions' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'all' }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});
