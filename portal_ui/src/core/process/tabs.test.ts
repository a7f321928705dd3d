import { describe, expect, it } from 'vitest';
import type { ProcessInfo, ProcessStep } from '../../api/requests';
import { getAction, getOpenTab } from './tabs';

const step = (key: string, state: ProcessStep['state'], enabled = state !== 'upcoming'): ProcessStep => ({
  key,
  label: key,
  actor: null,
  actorLabel: null,
  state,
  enabled,
  editable: state === 'current',
  leftAt: null,
  ending: null,
  title: null,
  hides: [],
});

const process: ProcessInfo = {
  kind: 'REPAIR',
  tab: 'TWO',
  turn: 'Your turn',
  isYourTurn: true,
  steps: [step('ONE', 'done'), step('TWO', 'current'), step('THREE', 'upcoming'), step('HISTORY', 'upcoming', true)],
  actions: [
    { key: 'continue', label: 'Go', tab: 'TWO', enabled: true, reason: null, ask: null, rejects: false },
    { key: 'delete', label: 'Delete', tab: null, enabled: true, reason: null, ask: null, rejects: false },
  ],
};

describe('the open tab', () => {
  it('is the working tab if the address has none', () => expect(getOpenTab(process, null).key).toBe('TWO'));
  it('is the one in the address', () => expect(getOpenTab(process, 'ONE').key).toBe('ONE'));
  it('is the working tab if the requested one is locked or unknown', () => {
    expect(getOpenTab(process, 'THREE').key).toBe('TWO');
    expect(getOpenTab(process, 'NONSENSE').key).toBe('TWO');
  });
});

describe('the actions', () => {
  it('are found for their tab, or for every tab if they have none', () => {
    expect(getAction(process, 'continue', 'TWO')?.label).toBe('Go');
    expect(getAction(process, 'continue', 'ONE')).toBeUndefined();
    expect(getAction(process, 'delete', 'ONE')?.label).toBe('Delete');
  });
});
