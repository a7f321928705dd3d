import { ThemeProvider } from '@mui/material/styles';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { MetaProvider } from '../../../api/meta';
import type { Check, RemoteSupport } from '../../../api/remoteSupport';
import type { ProcessAction } from '../../../api/requests';
import type { Meta } from '../../../api/types';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { theme } from '../../../theme/theme';

/** Build a remote support request with checks and available actions. */
export function buildSupport(checkList: Check[] = [], actions: ProcessAction[] = []): RemoteSupport {
  const contact = { firstName: 'Ana', lastName: 'Gil', phone: '+34 600 100 200', email: 'ana@example.org' };
  const fields = { checkList, preferredContactMethods: ['PHONE', 'WHATS_APP', 'SKYPE'], contact };
  const closed = { enabled: false, endAt: null, secondsLeft: 0 };
  const record = buildRecord({ ...fields, readAt: 0, serviceReviewSessionsEditMode: closed }, { number: 'S-7' });
  return { ...record, process: { ...record.process, actions } } as unknown as RemoteSupport;
}

const methods = ['PHONE', 'WHATS_APP', 'SKYPE'].map((key) => ({ key, name: key.toLowerCase() }));

/** Render a part of the process page. `newest` is the refetched record, `pages` are those the user may open. */
export const renderOnPage = (
  record: RemoteSupport,
  part: ReactNode,
  newest: RemoteSupport | (() => Promise<RemoteSupport>) = record,
  pages: readonly string[] = [],
) =>
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider
        router={createTestRouter(
          <TestPage
            record={record}
            resource="remoteSupport"
            fetchLatest={typeof newest === 'function' ? newest : async () => newest}
          >
            <MetaProvider
              value={
                {
                  choices: { contactMethods: methods },
                  pages: pages.map((path) => ({ path })),
                  limits: { comment: 1024 },
                } as unknown as Meta
              }
            >
              {part}
            </MetaProvider>
          </TestPage>,
        )}
      />
    </ThemeProvider>,
  );
