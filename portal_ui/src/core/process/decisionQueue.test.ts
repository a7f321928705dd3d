import { describe, expect, it, vi } from 'vitest';
import { type Approval, buildDecisions, type Decision, DecisionQueue, mergeDecisions } from './decisionQueue';

interface Row {
  id: number;
  approval: Approval;
}

const rows: Row[] = [
  { id: 1, approval: 'WAITING_APPROVAL' },
  { id: 2, approval: 'APPROVED' },
  { id: 3, approval: 'REJECTED' },
];

const decide = (subset: Row[], target: Approval) => buildDecisions(subset, target, (row) => row.approval);

describe('a bulk decision', () => {
  it('skips the units that are in the target status', () => {
    expect(decide(rows, 'APPROVED')).toEqual([
      { id: 1, status: 'APPROVED' },
      { id: 3, status: 'APPROVED' },
    ]);
  });

  it('is empty if all units are in the target status', () => {
    expect(decide(rows.slice(1, 2), 'APPROVED')).toEqual([]);
    expect(decide([], 'REJECTED')).toEqual([]);
  });

  it('is replaced by a later one on the same unit', () => {
    const merged = mergeDecisions([{ id: 1, status: 'APPROVED' }], [{ id: 1, status: 'REJECTED' }]);
    expect(merged).toEqual([{ id: 1, status: 'REJECTED' }]);
  });
});

function createQueue(
  send: (batch: readonly Decision[]) => Promise<void>,
  conflicts: (error: unknown) => ReadonlySet<number> | null = () => null,
) {
  const displayed = new Map<number, Approval>(rows.map(({ id, approval }) => [id, approval]));
  const failed = vi.fn();
  const onSettled = vi.fn();
  const queue = new DecisionQueue({
    send,
    show: (decisions) => {
      for (const { id, status } of decisions) displayed.set(id, status);
    },
    onSettled,
    conflicts,
    failed,
    busy: () => undefined,
  });
  const add = (id: number, status: Approval) =>
    queue.add([{ id, status }], (row) => displayed.get(row) ?? 'WAITING_APPROVAL');
  return { add, displayed, failed, onSettled };
}

describe('the decision queue', () => {
  it('shows decisions immediately and sends one batch at a time, merging those that wait', async () => {
    const batches: Decision[][] = [];
    const settlers: (() => void)[] = [];
    const { add, displayed, onSettled } = createQueue((batch) => {
      batches.push([...batch]);
      return new Promise((done) => settlers.push(done));
    });
    add(1, 'APPROVED');
    add(2, 'REJECTED');
    add(3, 'APPROVED');
    add(3, 'REJECTED');
    expect([...displayed.values()]).toEqual(['APPROVED', 'REJECTED', 'REJECTED']);
    expect(batches).toEqual([[{ id: 1, status: 'APPROVED' }]]);
    settlers[0]?.();
    await vi.waitFor(() => expect(batches).toHaveLength(2));
    expect(batches[1]).toEqual([
      { id: 2, status: 'REJECTED' },
      { id: 3, status: 'REJECTED' },
    ]);
    settlers[1]?.();
    await vi.waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
  });

  it('rolls back a rejected batch and all waiting decisions', async () => {
    let rejectRequest: (() => void) | undefined;
    const { add, displayed, failed } = createQueue(
      () => new Promise((_, reject) => (rejectRequest = () => reject(new Error('no')))),
    );
    add(1, 'APPROVED');
    add(2, 'REJECTED');
    rejectRequest?.();
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
    expect([...displayed.values()]).toEqual(['WAITING_APPROVAL', 'APPROVED', 'REJECTED']);
    expect(failed.mock.calls[0]?.[1]).toEqual([
      { id: 1, status: 'APPROVED' },
      { id: 2, status: 'REJECTED' },
    ]);
  });

  it('rolls back only the rows in conflict with another user', async () => {
    const batches: (readonly Decision[])[] = [];
    let rejectRequest: (() => void) | undefined;
    const send = (batch: readonly Decision[]) => {
      batches.push(batch);
      if (batches.length > 1) return Promise.resolve();
      return new Promise<void>((_, reject) => (rejectRequest = () => reject(new Error('row 1'))));
    };
    const { add, displayed, failed, onSettled } = createQueue(send, () => new Set([1]));
    add(1, 'APPROVED');
    add(2, 'REJECTED');
    add(1, 'REJECTED');
    rejectRequest?.();
    await vi.waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
    expect(failed.mock.calls[0]?.[1]).toEqual([{ id: 1, status: 'REJECTED' }]);
    expect(batches[1]).toEqual([{ id: 2, status: 'REJECTED' }]);
    expect([displayed.get(1), displayed.get(2)]).toEqual(['WAITING_APPROVAL', 'REJECTED']);
  });

  it('rolls back to the confirmed value, not to the one before it', async () => {
    const settlers: { confirm: () => void; rejectRequest: () => void }[] = [];
    const { add, displayed, failed } = createQueue(
      () =>
        new Promise((resolve, reject) =>
          settlers.push({ confirm: () => resolve(), rejectRequest: () => reject(new Error('no')) }),
        ),
    );
    add(1, 'APPROVED');
    add(1, 'REJECTED');
    settlers[0]?.confirm();
    await vi.waitFor(() => expect(settlers).toHaveLength(2));
    settlers[1]?.rejectRequest();
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
    expect(displayed.get(1)).toBe('APPROVED');
  });
});

describe('the busy state of the queue', () => {
  it('lasts until all batches are answered and the record is read again', async () => {
    const busy: boolean[] = [];
    const settlers: (() => void)[] = [];
    let settle = () => {};
    const displayed: Decision[][] = [];
    const queue = new DecisionQueue({
      send: () => new Promise((done) => settlers.push(done)),
      show: (decisions) => displayed.push([...decisions]),
      onSettled: () => new Promise((done) => (settle = done)),
      conflicts: () => null,
      failed: () => undefined,
      busy: (isBusy) => busy.push(isBusy),
    });
    const add = (id: number) => queue.add([{ id, status: 'APPROVED' }], () => 'WAITING_APPROVAL');
    add(1);
    expect(busy).toEqual([true]);
    settlers[0]?.();
    await vi.waitFor(() => expect(settlers).toHaveLength(1));
    await Promise.resolve();
    // Decided during the refetch, whose response lacks it: shown again and sent.
    add(2);
    displayed.length = 0;
    settle();
    await vi.waitFor(() => expect(settlers).toHaveLength(2));
    expect(displayed).toEqual([[{ id: 2, status: 'APPROVED' }]]);
    expect(busy).toEqual([true]);
    settlers[1]?.();
    await Promise.resolve();
    await vi.waitFor(() => {
      settle();
      expect(busy).toEqual([true, false]);
    });
    add(3);
    expect(busy).toEqual([true, false, true]);
  });

  it('ends after a failure', async () => {
    const busy = vi.fn();
    const queue = new DecisionQueue({
      send: () => Promise.reject(new Error('no')),
      show: () => undefined,
      onSettled: () => undefined,
      conflicts: () => null,
      failed: () => undefined,
      busy,
    });
    queue.add([{ id: 1, status: 'APPROVED' }], () => 'WAITING_APPROVAL');
    await vi.waitFor(() => expect(busy.mock.calls).toEqual([[true], [false]]));
  });
});

describe('a rejected decision on a unit that was decided before', () => {
  const flush = () => new Promise<void>((done) => setTimeout(done));

  it('is rolled back to the decision that was saved next to a conflict', async () => {
    const errors: unknown[] = ['conflict', 'error'];
    const { add, displayed } = createQueue(
      (batch) => (batch.length > 0 && errors.length > 0 ? Promise.reject(errors.shift()) : Promise.resolve()),
      (error) => (error === 'conflict' ? new Set([3]) : null),
    );
    // Row 1 is saved, row 3 is not.
    add(1, 'APPROVED');
    await flush();
    expect(displayed.get(1)).toBe('APPROVED');
    add(1, 'REJECTED');
    await flush();
    expect(displayed.get(1)).toBe('APPROVED');
  });

  it.each([
    ['saved', null],
    ['rejected', 'error'],
  ])('is rolled back to what others have decided since the first one was %s', async (_, first) => {
    const errors = [first, 'error'];
    const { add, displayed } = createQueue(() => {
      const error = errors.shift();
      return error ? Promise.reject(error) : Promise.resolve();
    });
    add(1, 'APPROVED');
    await flush();
    displayed.set(1, 'REJECTED');
    add(1, 'WAITING_APPROVAL');
    await flush();
    expect(displayed.get(1)).toBe('REJECTED');
  });
});
