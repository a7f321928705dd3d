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

type MockResponse = { status?: number; body: unknown };
/** Mocked responses by method and path; a function receives the request body. */
export type MockResponses = Record<string, MockResponse | ((sent: Record<string, unknown>) => MockResponse)>;

export const session = { identification: 'ana', token: 'new', permissions: ['CLIENT'] };
export const wrongCode: MockResponse = {
  status: 400,
  body: { code: 'VALIDATION', message: 'Please correct the fields', fields: { code: ['This code is incorrect'] } },
};

/** Render an element with mocked responses. Return the calls and bodies, except GET. */
export async function open(children: ReactNode, responses: MockResponses): Promise<[call: string, sent: unknown][]> {
  const calls: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const name = `${method} ${url.replace('/api/v1/', '')}`;
    const sent = typeof body === 'string' ? JSON.parse(body) : null;
    if (method !== 'GET') calls.push([name, sent]);
    const mock = responses[name];
    if (!mock) throw new Error(`no mock response for ${name}`);
    const { status = 200, body: content } = typeof mock === 'function' ? mock(sent) : mock;
    return new Response(JSON.stringify(content), { status });
  });
  const page = (
    <CoreAdminContext queryClient={createQueryClient()}>
      <Suspense>
        <InEnglish>
          {children}
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
  class FakeCredential {
    static parseCreationOptionsFromJSON = (options: unknown) => options;
    static parseRequestOptionsFromJSON = (options: unknown) => options;
    toJSON = () => ({ id: 'made' });
  }
  const credentials = {
    create: vi.fn(async () => new FakeCredential() as unknown as Credential),
    get: vi.fn(async () => new FakeCredential() as unknown as Credential),
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  return credentials;
}
