// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { getI18nProvider } from '../i18n/i18nProvider';
import { SaveErrorAlert } from './SaveErrorAlert';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each([
  [['Ana'], 'Ana modificó las mismas filas'],
  [['Ana', 'Luis'], 'Ana, Luis modificaron las mismas filas'],
  [[], 'Otra persona modificó las mismas filas'],
])('uses the Spanish plural form for rows that %s changed', async (names, text) => {
  const rows = names.map((changedBy, id) => ({ list: 'units', id, current: null, changedBy }));
  render(
    <I18nContext.Provider value={await getI18nProvider('es')}>
      <SaveErrorAlert problem={{ kind: 'stale', current: null, message: '', rows }} />
    </I18nContext.Provider>,
  );
  expect(screen.getByRole('alert').textContent).toContain(text);
});

it('says that the connection is back after a save that failed without one', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(
    <I18nContext.Provider value={await getI18nProvider('es')}>
      <SaveErrorAlert problem={{ kind: 'offline', isDisconnected: true }} />
    </I18nContext.Provider>,
  );
  const getText = () => screen.getByRole('alert').textContent;
  expect(getText()).toBe('No se guardó: no hay conexión.Sus cambios siguen aquí.');
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(getText()).toBe('Ya hay conexión. Inténtelo de nuevo.Sus cambios siguen aquí.');
});
