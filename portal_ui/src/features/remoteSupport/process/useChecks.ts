import { useEvent } from 'ra-core';
import { useEffect, useState } from 'react';
import type { Check, RemoteSupport } from '../../../api/remoteSupport';
import { useProcess } from '../../../core/process/processContext';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { buildSupportUpdate } from './supportUpdates';

export interface ChecksProps {
  /** Stable callback; true while a tick is being saved. Block status changes meanwhile. */
  onBusy: (busy: boolean) => void;
}

/** Unsaved ticks by id of the check. */
type CheckStates = ReadonlyMap<number, boolean>;

/** Return the checks with a save queue; one check is saved after the other. */
export function useChecks(onBusy: ChecksProps['onBusy']) {
  const { record } = useProcess<RemoteSupport>();
  const { send, refresh, report, dismiss } = useProcessUpdater();
  const [pending, setPending] = useState<CheckStates>(new Map());
  const [queue] = useState<[number, boolean][]>(() => []);
  const [run] = useState(() => ({ active: false }));
  const write = useEvent((id: number, checked: boolean) =>
    send(buildSupportUpdate('checkPoint', { pointId: id, ticked: checked })),
  );

  /** Save the queue in order; on an error, drop the rest and return the error. */
  const flush = async (): Promise<unknown> => {
    try {
      for (let next = queue[0]; next; next = queue[0]) {
        await write(...next);
        queue.shift();
      }
      return undefined;
    } catch (error) {
      queue.length = 0;
      return error;
    }
  };
  const drain = useEvent(async () => {
    run.active = true;
    while (queue.length > 0) {
      const failure = await flush();
      if (failure) await report(failure, { keptKey: 'remoteSupport.checks.notSaved' });
      else await refresh();
      // Ticks made during the refetch stay queued, as they need the version it returned.
      setPending(new Map(queue));
    }
    run.active = false;
  });

  const setChecked = (id: number, checked: boolean) => {
    dismiss();
    setPending((before) => new Map(before).set(id, checked));
    queue.push([id, checked]);
    if (!run.active) void drain();
  };
  const busy = pending.size > 0;
  useEffect(() => {
    onBusy(busy);
    return () => onBusy(false);
  }, [busy, onBusy]);
  const isChecked = (check: Check) => pending.get(check.id) ?? check.at !== null;
  return { checks: record.checkList, isChecked, setChecked };
}
