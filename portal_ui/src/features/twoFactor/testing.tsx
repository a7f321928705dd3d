import { ThemeProvider } from '@mui/material/styles';
import { act, render } from '@testing-library/react';
import { CoreAdminContext, I18nContext } from 'ra-core';
import { type ReactNode, Suspense, use } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { createQueryClient } from '../../api/queryClient';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import Snackbar from '../../core/layout/Snackbar';
import { theme } from '../../theme/theme';

type Answer = { status?: number; body: unknown };
/** Mocked responses by method and path; a function receives the request body. */
export type Answers = Record<string, Answer | ((sent: Record<string, unknown>) => Answer)>;

export const session = { identification: 'ana', token: 'new', permissions: ['CLIENT'] };
export const wrongCode: Answer = {
  status: 400,
  body: { code: 'VALIDATION', message: 'Please correct the fields', fields: { code: ['This code is incorrect'] } },
};

/** Render an element with mocked responses. Return the calls and bodies, except GET. */
export async function open(shown: ReactNode, answers: Answers): Promise<[call: string, sent: unknown][]> {
  const calls: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const name = `${method} ${url.replace('/api/v1/', '')}`;
    const sent = typeof body === 'string' ? JSON.parse(body) : null;
    if (method !== 'GET') calls.push([name, sent]);
    const found = answers[name];
    if (!found) throw new Error(`no answer to ${name}`);
    const { status = 200, body: answer } = typeof found === 'function' ? found(sent) : found;
    return new Response(JSON.stringify(answer), { status });
  });
  const page = (
    <CoreAdminContext queryClient={createQueryClient()}>
      <Suspense>
        <InEnglish>
          {shown}
          <Snackbar />
        </InEnglish>
      </Suspense>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/*', element: page }], { initialEntries: ['/en/'] });
  await act(async () =>
    render(
      <ThemeProvider theme={theme}>
        <RouterProvider router={router} />
      </ThemeProvider>,
    ),
  );
  return calls;
}

function InEnglish({ children }: { children: ReactNode }) {
  return <I18nContext.Provider value={use(getI18nProvider('en'))}>{children}</I18nContext.Provider>;
}

/** Mock WebAuthn in a secure context; return the `navigator.credentials` mocks. */
export function withPasskeys() {
  class Made {
    static parseCreationOptionsFromJSON = (options: unknown) => options;
    static parseRequestOptionsFromJSON = (options: unknown) => options;
    toJSON = () => ({ id: 'made' });
  }
  const credentials = {
    create: vi.fn(async () => new Made() as unknown as Credential),
    get: vi.fn(async () => new Made() as unknown as Credential),
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', Made);
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  return credentials;
}
