import type { TranslateFunction } from 'ra-core';
import { call } from './http';

/** Query options: whether the portal has no administrator yet. */
export const setupQuery = {
  queryKey: ['setup'],
  queryFn: () => call<{ open: boolean }>('GET', '/api/v1/setup'),
  retry: false,
  gcTime: 0,
};

/** Setup step: route, number of missing things and key of the text about them. */
export type SetupStep = { key: string; path: string; open: number; problem: string };

/** Query options of the setup steps, for administrators. */
export const checklistQuery = {
  queryKey: ['setup', 'checklist'],
  queryFn: () => call<SetupStep[]>('GET', '/api/v1/setup/checklist'),
  staleTime: 60_000,
};

/** Send a test email to the user. False: without a mail server it is saved as a file. */
export const sendTestMail = () => call<boolean>('POST', '/api/v1/setup/test-mail');

/** Format the number of missing setup steps. */
export const formatSetupProgress = (translate: TranslateFunction, missing: number) =>
  missing === 0 ? translate('setup.complete') : translate('setup.missing', { smart_count: missing });
