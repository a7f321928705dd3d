import { describe, expect, it } from 'vitest';
import { getMatchRoute, getNextOption } from './search';
import type { ResourceMeta } from './types';

const resource = (record: Record<string, string>) => ({ record }) as ResourceMeta;

describe('getMatchRoute', () => {
  const meta = {
    resources: [
      resource({ REPAIR: 'process-repair/{id}' }),
      resource({ PARTS: 'process-part-request/{id}', REMOTE_SUPPORT: 'remote-support/process/{id}' }),
    ],
  };

  it('returns the route of the request type', () => {
    expect(getMatchRoute({ requestType: 'PARTS', id: 7 }, meta)).toBe('process-part-request/7');
    expect(getMatchRoute({ requestType: 'REMOTE_SUPPORT', id: 8 }, meta)).toBe('remote-support/process/8');
    expect(getMatchRoute({ requestType: 'REPAIR', id: 9 }, { resources: [] })).toBeNull();
  });
});

describe('getNextOption', () => {
  it('wraps around at both ends', () => {
    expect(getNextOption('ArrowDown', 0, 3)).toBe(1);
    expect(getNextOption('ArrowDown', 2, 3)).toBe(0);
    expect(getNextOption('ArrowUp', 0, 3)).toBe(2);
    expect(getNextOption('ArrowUp', 0, 0)).toBeNull();
    expect(getNextOption('a', 0, 3)).toBeNull();
  });
});
