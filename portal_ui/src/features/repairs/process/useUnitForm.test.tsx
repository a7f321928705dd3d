// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Notification } from 'react-admin';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/errors';
import { call } from '../../../api/http';
import { MetaProvider } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { Meta, PredefinedService } from '../../../api/types';
import { type UnsavedForms, useUnsavedForms } from '../../../core/forms/unsavedForms';
import { useProcess } from '../../../core/process/processContext';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { diagnosticRows } from './diagnosticRows';
import { repairRows } from './repairRows';
import { buildPart } from './testing';
import type { UnitForm } from './unitRows';
import { useUnitForm } from './useUnitForm';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

const meta = {
  resources: [],
  pages: [],
  choices: {
    repairStatus: [
      { key: 'IN_PROGRESS', name: 'In progress' },
      { key: 'REPAIRED', name: 'Repaired' },
    ],
  },
  limits: { comment: 10 },
} as unknown as Meta;

type Row = Record<string, unknown>;
/** The parts of both tables that the tests use. */
type Editor = ReturnType<typeof useUnitForm<Row>>;
let editor: Editor;
let forms: UnsavedForms;
let record: Repair;
const focusCell = vi.fn();

function Table({ rows }: { rows: unknown }) {
  record = useProcess<Repair>().record;
  forms = useUnsavedForms();
  editor = useUnitForm(record.repairParts, rows as Parameters<typeof useUnitForm<Row>>[1]);
  editor.table.current = { focusCell, goTo: () => undefined, reveal: () => undefined };
  return null;
}

const build = (id: number, more: Partial<RepairPart> = {}) =>
  buildPart(id, {
    found: 'FOR_REPAIR',
    needsApproval: true,
    toRepair: true,
    repairApproval: 'APPROVED',
    ...more,
  });

let latest: Repair | undefined;
let respond: () => unknown;
beforeEach(() => {
  latest = undefined;
  respond = () => ({ version: 2 });
  focusCell.mockReset();
  sent.mockReset().mockImplementation((async () => respond()) as never);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function open(parts: RepairPart[], { rows = repairRows as unknown, editable = true } = {}) {
  const first = buildRecord({ repairParts: parts }) as unknown as Repair;
  const page = (
    <MetaProvider value={meta}>
      <TestPage record={first} fetchLatest={async () => latest ?? record} state={{ editable }}>
        <Table rows={rows} />
      </TestPage>
      <Notification />
    </MetaProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  return first;
}
const set = (path: string, value: unknown) =>
  act(() => editor.edited.form.setValue(`rows.${path}` as 'rows.u1', value as Row, { shouldDirty: true }));
const get = (path: string) => editor.edited.form.getValues(`rows.${path}` as 'rows.u1') as unknown;
const typed = () => structuredClone(editor.edited.form.getValues()) as UnitForm<Row>;
const bodies = () => sent.mock.calls.filter(([method]) => method !== 'GET').map(([, , options]) => options?.body);
const save = async (isTransition?: boolean) => {
  let saved: unknown;
  await act(async () => {
    saved = await editor.saveAll(isTransition);
  });
  return saved;
};
const stale = () => new ApiError(409, { code: 'STALE', message: '' });
/** Reject the first request because another user saved `parts`. */
const saveByOthers = (first: Repair, parts: RepairPart[], next: object = { version: 6 }, onSend?: () => void) => {
  latest = { ...first, version: 5, repairParts: parts };
  let attempts = 0;
  respond = () => {
    attempts += 1;
    if (attempts > 1) return next;
    onSend?.();
    throw stale();
  };
};

describe('retry after another user saved', () => {
  it('sends only the rows that are still unsaved, with what was typed in the meantime', async () => {
    const first = open([build(1), build(2)]);
    set('u1.repairStatus', 'REPAIRED');
    set('u2.repairStatus', 'IN_PROGRESS');
    // The other user set the status of unit 2 that is typed here, too.
    saveByOthers(first, [build(1), build(2, { repairStatus: 'IN_PROGRESS' })], { version: 6 }, () => {
      editor.edited.form.setValue('rows.u1.repairComment' as never, 'New board' as never, { shouldDirty: true });
    });
    await save();
    expect(bodies()).toEqual([
      [
        { repairPartId: 1, status: 'REPAIRED', comment: '' },
        { repairPartId: 2, status: 'IN_PROGRESS', comment: '' },
      ],
      [{ repairPartId: 1, status: 'REPAIRED', comment: 'New board' }],
    ]);
  });

  it('sends no row that was not part of the save', async () => {
    const first = open([build(1), build(2)]);
    set('u1.repairStatus', 'REPAIRED');
    set('u2.repairStatus', 'IN_PROGRESS');
    saveByOthers(first, [build(1, { serviceTag: 'T' }), build(2)]);
    const [part] = first.repairParts;
    await act(() => editor.send(part ? [part] : [], typed(), false));
    expect(bodies()).toHaveLength(2);
    expect(bodies()[1]).toEqual([{ repairPartId: 1, status: 'REPAIRED', comment: '' }]);
    expect(get('u2.repairStatus')).toBe('IN_PROGRESS');
  });

  it('sends nothing if the other user saved the same values', async () => {
    const first = open([build(1)]);
    set('u1.repairStatus', 'REPAIRED');
    saveByOthers(first, [build(1, { repairStatus: 'REPAIRED' })]);
    expect(await save()).toBeNull();
    expect(bodies()).toHaveLength(1);
  });

  it.each([
    [true, /^Saved, but this step isn't finished yet/],
    [false, /^Repair status saved successfully$/],
  ])('still belongs to a transition: %s', async (isTransition, text) => {
    const first = open([build(1)]);
    set('u1.repairStatus', 'REPAIRED');
    saveByOthers(first, [build(1)], { version: 6, isAllowedToContinue: false });
    await save(isTransition);
    expect(bodies()).toHaveLength(2);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('does not replace services that another user chose, although they have no label', async () => {
    const service = (id: number): PredefinedService => ({ id, text: `${id}`, shortText: `${id}`, value: 1 });
    const having = (...repairTypes: PredefinedService[]) =>
      build(1, {
        diagnosticInfo: {
          status: { key: 'FOR_REPAIR', value: '' },
          comment: '',
          withPredefinedTypes: true,
          pricesOrPredefinedTypes: { diagnosticTypes: [], repairTypes, partsTypes: [] },
        },
      });
    const first = open([having()], { rows: diagnosticRows });
    set('u1.repairTypes', [2]);
    saveByOthers(first, [having(service(3))]);
    await save();
    expect(bodies()).toHaveLength(1);
    expect(get('u1.repairTypes')).toEqual([2]);
  });
});

describe('changes of another user', () => {
  const differences = (first: Repair, ...parts: RepairPart[]) =>
    forms.differences({ ...first, repairParts: parts }).map(({ label, serverValue, localValue }) => ({
      label,
      serverValue,
      localValue,
    }));

  it('name field and unit, with the name of a choice and the text of other values', () => {
    const first = open([build(1), build(2, { repairStatus: 'IN_PROGRESS', repairComment: 'Ordered' })]);
    set('u1.repairComment', 'REPAIRED');
    const theirs = [
      build(1, { repairComment: 'IN_PROGRESS' }),
      build(2, { repairStatus: 'REPAIRED', repairComment: '' }),
    ];
    expect(differences(first, ...theirs)).toEqual([
      { label: 'Repair comment: RadEye G-10, SN 1', serverValue: 'IN_PROGRESS', localValue: 'REPAIRED' },
      { label: 'Repair status: RadEye G-10, SN 2', serverValue: 'Repaired', localValue: null },
      { label: 'Repair comment: RadEye G-10, SN 2', serverValue: '', localValue: null },
    ]);
  });

  it('are not reported for units that were added or not sent, and fields without a label', () => {
    const first = open([build(1)], { rows: diagnosticRows });
    const info = { status: null, comment: '', withPredefinedTypes: true };
    const rejected = build(3, { initialApproval: 'REJECTED' });
    expect(differences(first, build(1, { diagnosticInfo: info }), build(2), rejected)).toEqual([
      { label: 'Diagnosis: RadEye G-10, SN 1', serverValue: '', localValue: null },
    ]);
  });
});

describe('save of units', () => {
  it('sends nothing without a change', async () => {
    open([build(1, { repairStatus: 'REPAIRED' })]);
    expect(await save()).toBeNull();
    await act(async () => void (await editor.send([], typed(), false)));
    expect(bodies()).toEqual([]);
  });

  it('leaves out rows with nothing to send, and counts and maps errors without them', async () => {
    const parts = [build(1), build(2), build(3)];
    open(parts);
    set('u2.repairStatus', 'REPAIRED');
    set('u3.repairStatus', 'REPAIRED');
    respond = () => {
      throw new ApiError(400, { code: 'VALIDATION', message: 'No', fields: { '1.comment': ['Too short.'] } });
    };
    await act(async () => void (await editor.send(parts, typed(), false)));
    expect(bodies()[0]).toMatchObject([{ repairPartId: 2 }, { repairPartId: 3 }]);
    expect(editor.edited.form.formState.errors.rows?.u3).toMatchObject({ repairComment: { message: 'Too short.' } });
    expect(focusCell).toHaveBeenLastCalledWith(3, 'repairComment');
    respond = () => ({ version: 2 });
    await act(async () => void (await editor.send(parts, typed(), false)));
    expect(await screen.findByText('Repair statuses saved successfully: 2 units')).toBeTruthy();
  });

  it('keeps the other rows unsaved', async () => {
    const [first = build(1), second = build(2)] = [build(1), build(2)];
    open([first, second]);
    set('u1.repairStatus', 'REPAIRED');
    set('u2.repairStatus', 'IN_PROGRESS');
    await act(async () => void (await editor.send([first], typed(), false)));
    const saved = editor.edited.saved() as UnitForm<Row>;
    expect([saved.rows.u2?.repairStatus, get('u2.repairStatus'), editor.edited.dirty]).toEqual([
      '',
      'IN_PROGRESS',
      true,
    ]);
  });

  it('says nothing of its success if it is part of another action', async () => {
    const part = build(1);
    open([part]);
    set('u1.repairStatus', 'REPAIRED');
    await act(async () => void (await editor.send([part], typed(), false, true)));
    expect(bodies()).toHaveLength(1);
    expect(screen.queryByText(/saved successfully/)).toBeNull();
  });

  it('is refused at the first invalid unit of the list, with its saved status and the limit of comments', async () => {
    open([build(1), build(2, { repairStatus: 'REPAIRED' }), build(3, { repairStatus: 'REPAIRED' })]);
    set('u3.repairComment', 'x'.repeat(11));
    await save();
    expect(focusCell.mock.calls).toEqual([[3, 'repairComment']]);
    set('u2.repairStatus', '');
    await save();
    expect(focusCell).toHaveBeenLastCalledWith(2, 'repairStatus');
    set('u3.repairComment', 'x'.repeat(10));
    set('u2.repairStatus', 'REPAIRED');
    expect(bodies()).toEqual([]);
    await save();
    expect(bodies()).toHaveLength(1);
  });
});

describe('unsaved rows', () => {
  it('are discarded with the form, and keep a draft on this device', async () => {
    open([build(1)]);
    expect(forms.anyDirty()).toBe(false);
    set('u1.repairStatus', 'REPAIRED');
    await waitFor(() => expect(forms.anyDirty()).toBe(true));
    await waitFor(() => expect(forms.allKeepDrafts()).toBe(true));
    act(() => forms.discardAll());
    expect(get('u1.repairStatus')).toBe('');
  });

  it('do not ask before leaving a step that has ended', async () => {
    open([build(1)], { editable: false });
    set('u1.repairStatus', 'REPAIRED');
    await waitFor(() => expect(editor.edited.dirty).toBe(true));
    expect(forms.anyDirty()).toBe(false);
  });
});
