import { ThemeProvider } from '@mui/material/styles';
import { I18nContext } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { theme } from '../../theme/theme';
import { getTestI18nProvider } from '../i18n/testing';

/** Stub the size of elements, which jsdom lacks; tables need a width to render. */
export function stubWidth(width: number): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  );
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView ??= () => {};
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
}

/** Return a wrapper with router, theme and English translations. */
export async function createWrapper(): Promise<({ children }: { children: ReactNode }) => ReactNode> {
  const i18nProvider = await getTestI18nProvider('en');
  return ({ children }) => (
    <MemoryRouter initialEntries={['/en/']}>
      <ThemeProvider theme={theme}>
        <I18nContext.Provider value={i18nProvider}>{children}</I18nContext.Provider>
      </ThemeProvider>
    </MemoryRouter>
  );
}
