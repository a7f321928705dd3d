import { useEvent } from 'ra-core';
import { useState } from 'react';
import { useProcess, type WriteCall } from '../../kernel/process/processContext';
import { useProcessSave } from '../../kernel/process/useRecordWriter';
import { base } from './calls';
import type { Check, RemoteSupport } from './types';

/** What is to be saved: the points by id, and whether each is ticked. */
type Ticks = ReadonlyMap<number, boolean>;

const checkWrite = (record: RemoteSupport, pointId: number, ticked: boolean): WriteCall => ({
  method: 'PUT',
  path: `${base}/check`,
  query: { requestId: record.id, pointId, ticked },
});

/** The check list with what is on its way to the server, which tells the one point after the other. */
export function useChecks() {
  const { record } = useProcess<RemoteSupport>();
  const { send, refresh, report, dismiss } = useProcessSave();
  const [pending, setPending] = useState<Ticks>(new Map());
  const [queue] = useState<[number, boolean][]>(() => []);
  const [run] = useState(() => ({ active: false }));
  const write = useEvent((id: number, ticked: boolean) => send(checkWrite(record, id, ticked)));

  const drain = useEvent(async () => {
    run.active = true;
    let failure: unknown;
    for (let next = queue[0]; next; next = queue[0]) {
      try {
        await write(...next);
        queue.shift();
      } catch (error) {
        queue.length = 0;
        failure = error;
      }
    }
    run.active = false;
    if (failure) await report(failure);
    else await refresh();
    if (queue.length === 0) setPending(new Map());
  });

  const tick = (id: number, ticked: boolean) => {
    dismiss();
    setPending((before) => new Map(before).set(id, ticked));
    queue.push([id, ticked]);
    if (!run.active) void drain();
  };
  const isTicked = (check: Check) => pending.get(check.id) ?? check.at !== null;
  return { checks: record.checkList, isTicked, tick };
}
