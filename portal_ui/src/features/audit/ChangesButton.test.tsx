// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, describe, expect, it } from 'vitest';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import ChangesButton from './ChangesButton';

const i18nProvider = await getI18nProvider('en');
afterEach(cleanup);

const changes = [{ label: 'Enabled', before: 'Yes', after: 'No' }];
const show = (row: Record<string, unknown>) =>
  render(
    <I18nContext.Provider value={i18nProvider}>
      <ChangesButton row={{ id: 1, about: 'X-1', ...row }} />
    </I18nContext.Provider>,
  );

describe('ChangesButton', () => {
  it('opens a table with each field before and after', () => {
    show({ changes });
    fireEvent.click(screen.getByRole('button', { name: 'Changes to X-1' }));
    const table = within(screen.getByRole('table', { name: 'Changes to X-1' }));
    expect(table.getByRole('rowheader').textContent).toBe('Enabled');
    expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Yes', 'No']);
  });

  it('renders nothing without changes', () => {
    show({ changes: [] });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('counts the changes, lists them in order, and closes', async () => {
    show({ changes: [...changes, { label: 'Name', before: '', after: 'Gate' }] });
    const button = screen.getByRole('button', { name: 'Changes to X-1' });
    expect(button.textContent).toBe('2 changes');
    expect(screen.queryByRole('table')).toBeNull();
    fireEvent.click(button);
    const rows = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['Field', 'Before', 'After'],
      ['Enabled', 'Yes', 'No'],
      ['Name', '', 'Gate'],
    ]);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('renders nothing for an entry of another kind', () => {
    show({});
    expect(screen.queryByRole('button')).toBeNull();
  });
});
