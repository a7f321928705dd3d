import type { TranslateFunction } from 'ra-core';
import { call } from './http';
import { setupKey } from './queryClient';
import type { components } from './schema';

/** Query options: whether the portal has no administrator yet. */
export const setupQuery = {
  queryKey: [setupKey],
  queryFn: () => call<{ open: boolean }>('GET', '/api/v1/setup'),
  retry: false,
  gcTime: 0,
};

/** Problem of a setup step: number of affected items, and route to solve it. */
export type SetupProblem = components['schemas']['SetupProblem'];

/** Setup step; done if it has no problems. */
export type SetupStep = components['schemas']['ChecklistStep'];

/** Count the steps that are not done. */
export const countIncompleteSteps = (steps: readonly SetupStep[] | undefined) =>
  steps?.filter(({ problems }) => problems.length > 0).length;

/** Query options of the setup steps, for administrators. */
export const checklistQuery = {
  queryKey: [setupKey, 'checklist'],
  queryFn: () => call<SetupStep[]>('GET', '/api/v1/setup/checklist'),
  staleTime: 60_000,
};

/** Send a test email to the user. False: without a mail server it is saved as a file. */
export const sendTestMail = () => call<boolean>('POST', '/api/v1/setup/test-mail');

/** Format the number of missing setup steps. */
export const formatSetupProgress = (translate: TranslateFunction, missing: number) =>
  missing === 0 ? translate('setup.complete') : translate('setup.missing', { smart_count: missing });
