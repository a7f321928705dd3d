import type { ProcessAction, ProcessInfo, ProcessStep } from '../../api/requests';

/** Key of the History tab, which is the last one and has no number. */
export const HISTORY = 'HISTORY';

/** Return the tab in the address if the viewer may open it, else the working tab. */
export function getOpenTab(process: ProcessInfo, requested: string | null): ProcessStep {
  const findEnabled = (key: string | null) => process.steps.find((step) => step.key === key && step.enabled);
  const step =
    findEnabled(requested) ??
    findEnabled(process.tab) ??
    process.steps.find((item) => item.enabled) ??
    process.steps[0];
  if (!step) throw new Error('the process has no steps');
  return step;
}

export const getAction = (process: ProcessInfo, key: string, tab?: string): ProcessAction | undefined =>
  process.actions.find((action) => action.key === key && (tab === undefined || !action.tab || action.tab === tab));
