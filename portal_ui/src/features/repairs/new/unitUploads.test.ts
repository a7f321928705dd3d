import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadedFile } from '../../../api/types';
import { UnitUploads } from './unitUploads';

type State = 'sending' | 'failed';

/** Fake upload queue; `set` replaces its uploads. */
function buildQueue(onUploaded: (file: UploadedFile) => void) {
  let uploads: { state: State }[] = [];
  let listener = () => {};
  return {
    onUploaded,
    stop: vi.fn(() => {
      uploads = [];
    }),
    retryLost: vi.fn(),
    subscribe: (changed: () => void) => {
      listener = changed;
    },
    getState: () => ({ uploads }),
    set: (...states: State[]) => {
      uploads = states.map((state) => ({ state }));
      listener();
    },
  };
}

const created = vi.hoisted(() => ({ maxBytes: [] as number[], queues: [] as unknown[] }));
vi.mock('../../../core/files/uploads', () => ({
  createUploadQueue: (maxBytes: number, onUploaded: (file: UploadedFile) => void) => {
    const queue = buildQueue(onUploaded);
    created.maxBytes.push(maxBytes);
    created.queues.push(queue);
    return queue;
  },
}));

const onUploaded = vi.fn();
let uploads: UnitUploads;
const getQueue = (unitId: string) => uploads.getQueue(unitId) as unknown as ReturnType<typeof buildQueue>;

beforeEach(() => {
  created.maxBytes = [];
  created.queues = [];
  onUploaded.mockReset();
  uploads = new UnitUploads(5_000, onUploaded);
});

describe('uploads of a new repair request', () => {
  it('have one queue per unit, with the maximum size of an attachment', () => {
    expect(getQueue('u1')).toBe(getQueue('u1'));
    expect(getQueue('u2')).not.toBe(getQueue('u1'));
    expect(created.maxBytes).toEqual([5_000, 5_000]);
  });

  it('add a file to the unit that it was chosen for', () => {
    getQueue('u1');
    const file = { id: 'f1', name: 'a.png', type: 'image/png', size: 3 };
    getQueue('u2').onUploaded(file);
    expect(onUploaded.mock.calls).toEqual([['u2', file]]);
  });

  it('are counted over all units, and only changes are announced', () => {
    const listener = vi.fn();
    const unsubscribe = uploads.subscribe(listener);
    getQueue('u1').set('sending', 'failed');
    getQueue('u2').set('sending');
    expect(uploads.getTotals()).toEqual({ sending: 2, failed: 1 });
    expect(listener).toHaveBeenCalledTimes(2);
    getQueue('u2').set('sending');
    expect(listener).toHaveBeenCalledTimes(2);
    getQueue('u2').set('failed');
    expect(uploads.getTotals()).toEqual({ sending: 1, failed: 2 });
    expect(listener).toHaveBeenCalledTimes(3);
    unsubscribe();
    getQueue('u2').set();
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('of a removed unit are cancelled and no longer count', () => {
    const listener = vi.fn();
    uploads.subscribe(listener);
    const [first, second] = [getQueue('u1'), getQueue('u2')];
    first.set('failed');
    second.set('sending');
    listener.mockReset();
    uploads.drop(['u1', 'without uploads']);
    expect([first.stop, second.stop].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    expect(uploads.getTotals()).toEqual({ sending: 1, failed: 0 });
    expect(listener).toHaveBeenCalledOnce();
    expect(getQueue('u1')).not.toBe(first);
  });

  it('are all cancelled when the form is left', () => {
    const both = [getQueue('u1'), getQueue('u2')];
    for (const queue of both) queue.set('sending');
    uploads.stop();
    for (const queue of both) expect(queue.stop).toHaveBeenCalledOnce();
    expect(uploads.getTotals()).toEqual({ sending: 0, failed: 0 });
  });

  it('are retried for all units once the connection is back', () => {
    const both = [getQueue('u1'), getQueue('u2')];
    uploads.retryLost();
    for (const queue of both) expect(queue.retryLost).toHaveBeenCalledOnce();
  });

  it('name the units with a failed one', () => {
    getQueue('u1').set('sending');
    getQueue('u2').set('sending', 'failed');
    getQueue('u3').set('failed', 'sending');
    expect([...uploads.getFailedUnits()]).toEqual(['u2', 'u3']);
  });
});
