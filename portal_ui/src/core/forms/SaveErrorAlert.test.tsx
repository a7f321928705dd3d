// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it } from 'vitest';
import { getI18nProvider } from '../i18n/i18nProvider';
import { SaveErrorAlert } from './SaveErrorAlert';

afterEach(cleanup);

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
