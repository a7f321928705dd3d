// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../../api/session';
import type { UploadedFile } from '../../../api/types';
import type { SourceRequest } from '../../../core/creation/sourceRequest';
import { buildDraftKey, readDraft } from '../../../core/forms/drafts';
import { withRouter } from '../../../core/process/testing';
import { REPAIR_DRAFT, type RepairForm, useRepairForm } from './useRepairForm';

const queue = vi.hoisted(() => ({ add: vi.fn(), stop: vi.fn(), retryLost: vi.fn() }));
vi.mock('../../../core/files/uploads', async (original) => ({
  ...(await original<object>()),
  createUploadQueue: () => ({ ...queue, subscribe: () => undefined, getState: () => ({ uploads: [] }) }),
}));

beforeEach(() => {
  vi.useFakeTimers();
  startSession({ identification: 'client', token: 't', permissions: ['CLIENT'] });
  for (const mock of Object.values(queue)) mock.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

const pager = { id: 7, name: 'Pager', maker: 'Thermo', imageUrl: null, category: 'PRD' };
const gate = { id: 8, name: 'Gate', maker: 'TSA', imageUrl: null, category: 'RPM' };
const file = (id: string): UploadedFile => ({ id, name: `${id}.jpg`, type: 'image/jpeg', size: 3 });
const empty = { serialNumber: '', serviceTag: '', problemDescription: '', attachments: [] };
const origin: SourceRequest = {
  id: 5,
  number: 'S-2026-000005',
  title: 'Counts drift',
  description: 'Since Monday.',
  serialNumber: 'SN-1',
  part: null,
  files: [file('f1')],
};

/** Open the form; `current` is the state of the last render. */
function open(from: SourceRequest | null = null) {
  const { result, unmount } = renderHook(() => useRepairForm(from), {
    wrapper: ({ children }) => withRouter(children),
  });
  const { actions } = result.current;
  const run = <T,>(change: (known: RepairForm['actions']) => T): T => {
    let returned: T | undefined;
    act(() => {
      returned = change(actions);
    });
    return returned as T;
  };
  return {
    run,
    unmount,
    current: () => result.current,
    add: (part: typeof pager, quantity = 1) => run((known) => known.add(part, quantity)),
    fill: (unitId: string, values: object) =>
      act(() => {
        for (const [name, value] of Object.entries(values))
          result.current.form.setValue(`units.${unitId}.${name}` as `units.${string}.serialNumber`, value);
        actions.changed();
      }),
    unit: (unitId: string | undefined) => result.current.form.getValues(`units.${unitId}`),
    groups: () => result.current.groups.map(({ part, unitIds }) => [part.name, unitIds]),
  };
}
/** Parts and serial numbers in the draft on this device. */
const stored = (id = 0) =>
  (
    readDraft(buildDraftKey(REPAIR_DRAFT, id, 'NEW'))?.values.content as
      | { part: typeof pager; units: (typeof empty & { attachments: UploadedFile[] })[] }[]
      | undefined
  )?.map(({ part, units }) => [part.name, ...units.map(({ serialNumber }) => serialNumber)]);

describe('units of a new repair request', () => {
  it('are added empty at the end of their part, and saved in the draft', () => {
    const form = open();
    const [first] = form.add(pager);
    const [other] = form.add(gate);
    const more = form.add(pager, 2);
    expect(form.groups()).toEqual([
      ['Pager', [first, ...more]],
      ['Gate', [other]],
    ]);
    expect(form.unit(more[1])).toEqual(empty);
    expect(form.current().missingSerials).toBe(4);
    expect(stored()).toEqual([
      ['Pager', '', '', ''],
      ['Gate', ''],
    ]);
  });

  it('keep their values when their part changes', () => {
    const form = open();
    const [first = '', second = ''] = form.add(pager, 2);
    form.fill(first, { serialNumber: 'A-1', attachments: [file('f1')] });
    form.run((actions) => actions.changePart(first, gate));
    expect(form.groups()).toEqual([
      ['Pager', [second]],
      ['Gate', [first]],
    ]);
    expect(form.unit(first)).toMatchObject({ serialNumber: 'A-1', attachments: [file('f1')] });
    expect(stored()).toEqual([
      ['Pager', ''],
      ['Gate', 'A-1'],
    ]);
    expect(queue.stop).not.toHaveBeenCalled();
  });

  it('are removed with their values, uploads and missing serial numbers', () => {
    const form = open();
    const [first = '', second = ''] = form.add(pager, 2);
    form.fill(second, { serialNumber: 'A-2' });
    expect(form.current().missingSerials).toBe(1);
    form.run((actions) => actions.addFiles(first, []));
    form.run((actions) => actions.removeUnits([first]));
    expect(form.groups()).toEqual([['Pager', [second]]]);
    expect(form.unit(first)).toBeUndefined();
    expect(form.unit(second)?.serialNumber).toBe('A-2');
    expect(form.current().missingSerials).toBe(0);
    expect(queue.stop).toHaveBeenCalledOnce();
    expect(stored()).toEqual([['Pager', 'A-2']]);
  });

  it('of a part are removed together, those of other parts stay', () => {
    const form = open();
    const [first = '', second = ''] = form.add(pager, 2);
    const [other = ''] = form.add(gate);
    for (const id of [first, second, other]) form.run((actions) => actions.addFiles(id, []));
    form.run((actions) => actions.removeGroup('PRD/7'));
    expect(form.groups()).toEqual([['Gate', [other]]]);
    expect([first, second, other].map((id) => form.unit(id))).toEqual([undefined, undefined, empty]);
    expect(queue.stop).toHaveBeenCalledTimes(2);
    expect(stored()).toEqual([['Gate', '']]);
  });

  it('are all removed when the form is cleared', () => {
    const form = open();
    const [first = ''] = form.add(pager, 2);
    form.add(gate);
    form.run((actions) => actions.addFiles(first, []));
    form.run((actions) => actions.clear());
    expect(form.groups()).toEqual([]);
    expect(form.unit(first)).toBeUndefined();
    expect(form.current().missingSerials).toBe(0);
    expect(queue.stop).toHaveBeenCalledOnce();
  });

  it('are saved a second after they were edited', () => {
    const form = open();
    const [first = ''] = form.add(pager);
    form.fill(first, { serialNumber: 'A-1' });
    expect(form.current().missingSerials).toBe(0);
    act(() => vi.advanceTimersByTime(999));
    expect(stored()).toEqual([['Pager', '']]);
    act(() => vi.advanceTimersByTime(1));
    expect(stored()).toEqual([['Pager', 'A-1']]);
  });

  it('come back from the draft after a reload, with the number of missing serial numbers', () => {
    const before = open();
    const [first = ''] = before.add(pager, 2);
    before.fill(first, { serialNumber: 'A-1' });
    before.add(gate);
    cleanup();
    const after = open();
    expect(after.groups().map(([name]) => name)).toEqual(['Pager', 'Gate']);
    expect(after.current().missingSerials).toBe(2);
    const serials = Object.values(after.current().form.getValues('units')).map(({ serialNumber }) => serialNumber);
    expect(serials).toEqual(['A-1', '', '']);
  });

  it('require a serial number each, and spaces are none', async () => {
    const form = open();
    const [first = '', second = ''] = form.add(pager, 2);
    form.fill(first, { serialNumber: 'A-1' });
    form.fill(second, { serialNumber: '  ' });
    expect(form.current().missingSerials).toBe(1);
    const { form: library } = form.current();
    const [onValid, onInvalid] = [vi.fn(), vi.fn()];
    await act(() => library.handleSubmit(onValid, onInvalid)());
    expect(onValid).not.toHaveBeenCalled();
    expect(onInvalid.mock.calls[0]?.[0]).toEqual({
      units: { [second]: { serialNumber: { type: 'required', message: 'newRepair.serialRequired' } } },
    });
    form.fill(second, { serialNumber: 'A-2' });
    await act(() => library.handleSubmit(onValid, onInvalid)());
    expect(onValid).toHaveBeenCalledOnce();
  });
});

describe('files of a unit', () => {
  it('are uploaded up to the maximum number, with those it has already', () => {
    const form = open();
    const [first = ''] = form.add(pager);
    form.fill(first, { attachments: [file('f1'), file('f2'), file('f3')] });
    const chosen = [new File(['x'], 'a.png')];
    form.run((actions) => actions.addFiles(first, chosen));
    expect(queue.add.mock.calls).toEqual([[chosen, 7]]);
  });

  it('are removed from the unit alone, with the error of its files', () => {
    const form = open();
    const [first = '', second = ''] = form.add(pager, 2);
    for (const id of [first, second]) form.fill(id, { attachments: [file('f1'), file('f2')] });
    const name = `units.${first}.attachments` as const;
    act(() => form.current().form.setError(name, { type: 'server', message: 'Not found.' }));
    form.run((actions) => actions.removeFile(first, 'f1'));
    expect(form.unit(first)?.attachments).toEqual([file('f2')]);
    expect(form.unit(second)?.attachments).toHaveLength(2);
    expect(form.current().form.getFieldState(name).error).toBeUndefined();
    expect(JSON.stringify(readDraft(buildDraftKey(REPAIR_DRAFT, 0, 'NEW'))).match(/f1\.jpg/g)).toHaveLength(1);
  });

  it('that expired are removed from all units', () => {
    const form = open();
    const [first = '', second = '', third = ''] = form.add(pager, 3);
    form.fill(first, { attachments: [file('f1'), file('f2')] });
    form.fill(second, { attachments: [file('f3')] });
    form.fill(third, { attachments: [file('f4')] });
    form.run((actions) => actions.removeFiles(new Set(['f2', 'f3'])));
    expect([first, second, third].map((id) => form.unit(id)?.attachments)).toEqual([[file('f1')], [], [file('f4')]]);
  });

  it('are retried once the connection is back, and cancelled when the form is left', () => {
    const form = open();
    const [first = ''] = form.add(pager);
    form.run((actions) => actions.addFiles(first, []));
    window.dispatchEvent(new Event('online'));
    expect(queue.retryLost).toHaveBeenCalledOnce();
    expect(queue.stop).not.toHaveBeenCalled();
    form.unmount();
    expect(queue.stop).toHaveBeenCalledOnce();
  });
});

describe('repair request from remote support', () => {
  const copied = { ...empty, serialNumber: 'SN-1', problemDescription: 'Counts drift\n\nSince Monday.' };

  it('has a unit with the copied files, which a reload finds', () => {
    const form = open({ ...origin, part: pager });
    const [unitId] = form.current().groups[0]?.unitIds ?? [];
    expect(form.unit(unitId)).toEqual({ ...copied, attachments: [file('f1')] });
    expect(form.current().missingSerials).toBe(0);
    expect(stored(origin.id)).toEqual([['Pager', 'SN-1']]);
    expect(stored()).toBeUndefined();
  });

  it('without a part copies its text and files to the first unit that is added, and to no other', () => {
    const form = open(origin);
    expect(form.groups()).toEqual([]);
    const [first, second] = form.add(pager, 2);
    const [third] = form.add(gate);
    expect([first, second, third].map((id) => form.unit(id))).toEqual([
      { ...copied, attachments: [file('f1')] },
      empty,
      empty,
    ]);
  });

  it('does not replace a draft, nor copy to a further unit of it', () => {
    const before = open(origin);
    const [first = ''] = before.add(pager);
    before.fill(first, { serialNumber: 'Mine' });
    cleanup();
    const after = open({ ...origin, part: gate });
    expect(after.groups().map(([name]) => name)).toEqual(['Pager']);
    cleanup();
    const again = open(origin);
    const [added] = again.add(pager);
    expect(again.unit(added)).toEqual(empty);
  });
});

describe('unit of an instrument', () => {
  const instrument = { serialNumber: 'AB-1', serviceTag: 'T-9', part: pager };

  it('is added in its part, and saved in the draft', () => {
    const form = open();
    form.add(gate);
    expect(form.run((actions) => actions.addInstrument(instrument))).toBe(true);
    expect(stored()).toEqual([
      ['Gate', ''],
      ['Pager', 'AB-1'],
    ]);
    expect(form.current().missingSerials).toBe(1);
  });

  it('counts as added if it is there already, but not with the serial number in another part', () => {
    const form = open();
    const [other = ''] = form.add(gate);
    form.fill(other, { serialNumber: 'AB-1' });
    form.run((actions) => actions.addInstrument(instrument));
    expect(form.run((actions) => actions.addInstrument(instrument))).toBe(true);
    expect(stored()).toEqual([
      ['Gate', 'AB-1'],
      ['Pager', 'AB-1'],
    ]);
    expect(form.run((actions) => actions.addInstrument({ ...instrument, part: null }))).toBe(false);
  });
});
