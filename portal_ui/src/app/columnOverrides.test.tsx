// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, describe, expect, it } from 'vitest';
import { getI18nProvider } from '../core/i18n/i18nProvider';
import { getColumnOverrides } from './columnOverrides';

const i18nProvider = await getI18nProvider('en');
const { translate } = i18nProvider;
afterEach(cleanup);

/** Return the secondary text below the request number of a row. */
function renderSecondary(row: Record<string, unknown>): string | null {
  const extra = getColumnOverrides('active-repairs').requestId?.secondary?.({ id: 1, ...row }, translate);
  render(
    <I18nContext.Provider value={i18nProvider}>
      <p role="note">{extra}</p>
    </I18nContext.Provider>,
  );
  return screen.getByRole('note').textContent;
}

describe('remote support', () => {
  const { clientName, title } = getColumnOverrides('remote-support');
  const row = { id: 1, contactFullName: 'Nino Beridze', description: 'No spectrum arrives.' };

  it('shows the contact below the client, or before the description without a client', () => {
    const ofClient = { ...row, clientName: 'Customs' };
    expect(clientName?.secondary?.(ofClient, translate)).toBe('Nino Beridze');
    expect(title?.secondary?.(ofClient, translate)).toBe('No spectrum arrives.');
    expect(title?.secondary?.(row, translate)).toBe('Nino Beridze · No spectrum arrives.');
  });
});

describe('users', () => {
  const locked = getColumnOverrides('contacts').locked;

  it.each([
    [true, 'Locked'],
    [false, 'Unlocked'],
  ])('show the lock status (locked: %s)', (isLocked, status) => {
    expect(locked?.render?.({ id: 1, locked: isLocked, status })).toMatchObject({
      props: { locked: isLocked, status },
    });
  });
});

describe('account requests', () => {
  const { state } = getColumnOverrides('account-requests');

  it('have their decision as a chip', () => {
    const decided = { id: 1, state: { key: 'REJECTED', name: 'Rejected' } };
    expect(state?.render?.(decided)).toMatchObject({ props: { tone: 'rejected', label: 'Rejected' } });
  });
});

describe('the activity log', () => {
  const { about, details } = getColumnOverrides('audit');

  it('has no link without an object and no button without changes', () => {
    const row = { id: 1, about: '', changes: [] };
    expect(about?.render?.(row)).toBeNull();
    expect(details?.secondary?.(row, translate)).toBe(false);
    expect(details?.secondary?.({ ...row, changes: [{}] }, translate)).toBeTruthy();
  });
});

describe('the match of a search', () => {
  const row = { requestId: 'R-2026-000001', clientName: 'Customs', units: 2 };

  it('is shown if no column contains it', () => {
    expect(renderSecondary({ ...row, matched: 'Acme Pager' })).toBe('Match: Acme Pager');
  });

  it('is not shown if a column contains it or without a search', () => {
    expect(renderSecondary({ ...row, matched: 'Customs' })).toBe('');
    cleanup();
    expect(renderSecondary(row)).toBe('');
  });
});

describe('the number of units', () => {
  const { clientUsername } = getColumnOverrides('active-repairs');

  it('follows the client, or the request number for users of the client', () => {
    expect(clientUsername?.secondary?.({ id: 1, clientName: 'Customs', units: 2 }, translate)).toBe('2 units');
    expect(renderSecondary({ requestId: 'R-2026-000001', units: 2 })).toBe('2 units');
  });
});
