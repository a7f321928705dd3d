import type { TranslateFunction } from 'ra-core';
import { call } from './http';

/** Whether the portal waits for its first administrator. */
export const setupQuery = {
  queryKey: ['setup'],
  queryFn: () => call<{ open: boolean }>('GET', '/api/v1/setup'),
  retry: false,
  gcTime: 0,
};

/** A step of setting up the portal: where it is done, how many things are missing, and which text says so. */
export type SetupStep = { key: string; path: string; open: number; problem: string };

/** The steps of setting up the portal, for administrators. */
export const checklistQuery = {
  queryKey: ['setup', 'checklist'],
  queryFn: () => call<SetupStep[]>('GET', '/api/v1/setup/checklist'),
  staleTime: 60_000,
};

/** Sends a test email to the caller. False: no mail server is configured, it is only saved as a file. */
export const sendTestMail = () => call<boolean>('POST', '/api/v1/setup/test-mail');

/** How much of the set-up is missing. */
export const formatSetupProgress = (translate: TranslateFunction, missing: number) =>
  missing === 0 ? translate('setup.complete') : translate('setup.missing', { smart_count: missing });
