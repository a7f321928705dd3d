// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { expect, it, vi } from 'vitest';
import type { Meta, UploadedFile } from '../../../api/types';
import { buildDraftKey, readDraft } from '../../../core/forms/drafts';
import { getTestI18nProvider } from '../../../core/i18n/testing';
import { renderAt, serve } from '../../imports/testing';
import type { UnitFields } from './unitGroups';
import { useRepairCreation } from './useRepairCreation';
import { REPAIR_DRAFT, type RepairForm, useRepairForm } from './useRepairForm';

vi.setConfig({ testTimeout: 30_000 });

const uploads = vi.hoisted(() => ({ states: [] as string[], changed: [] as (() => void)[] }));
vi.mock('../../../core/files/uploads', () => ({
  useRetryWhenOnline: () => undefined,
  createUploadQueue: () => ({
    add: () => undefined,
    stop: () => undefined,
    subscribe: (listener: () => void) => uploads.changed.push(listener),
    getState: () => ({ uploads: uploads.states.map((state) => ({ state })) }),
  }),
}));

const pager = { id: 7, name: 'Pager', maker: 'Thermo', imageUrl: null, category: 'PRD' };
const gate = { id: 8, name: 'Gate', maker: 'TSA', imageUrl: null, category: 'RPM' };
const file = (id: string): UploadedFile => ({ id, name: `${id}.jpg`, type: 'image/jpeg', size: 3 });
const PATH = 'POST /api/v1/repairing/create';

let repair: RepairForm;
let state: ReturnType<typeof useRepairCreation>;
const goTo = vi.fn();

function Page({ origin }: { origin: { id: number } | null }) {
  repair = useRepairForm(null);
  state = useRepairCreation(repair, goTo, origin);
  return null;
}
const place = {
  at: '/en/new-repair',
  route: '/:lang/new-repair',
  meta: { user: { username: 'client' } } as Partial<Meta>,
};
const i18nProvider = await getTestI18nProvider('en');
const page = (origin: { id: number } | null) => (
  <I18nContext.Provider value={i18nProvider}>
    <Page origin={origin} />
  </I18nContext.Provider>
);

type MockResponses = Parameters<typeof serve>[0];
const existing: MockResponses = { 'GET /api/v1/files/status': ({ query }) => query.getAll('ids') };

/** Open the form with two pagers and a gate; all but the given fields are complete. */
async function open(
  responses: MockResponses = {},
  incomplete: Partial<UnitFields>[] = [],
  origin: { id: number } | null = null,
) {
  goTo.mockReset();
  uploads.states = [];
  uploads.changed = [];
  const requests = serve({ ...existing, ...responses });
  const address = await renderAt(page(origin), place);
  let ids: string[] = [];
  act(() => {
    ids = [...repair.actions.add(pager, 2), ...repair.actions.add(gate, 1)];
  });
  act(() => {
    ids.forEach((id, index) => {
      const values = { serialNumber: `A-${index + 1}`, attachments: [], ...incomplete[index] };
      for (const [name, value] of Object.entries(values))
        repair.form.setValue(`units.${id}.${name}` as 'units.u1.serialNumber', value as string);
    });
    repair.actions.changed();
  });
  const sent = () => requests.filter(({ method }) => method === 'POST');
  return { ids, requests, sent, address };
}
const submit = async () => {
  await act(async () => state.creation.handleSubmit());
  await act(() => state.creation.submission.submit());
};
const refused = (fields: Record<string, string[]>) =>
  new Response(JSON.stringify({ code: 'VALIDATION', message: 'No', fields }), { status: 400 });
const created = () => ({ id: 7, number: 'R-2026-000007' });

it('names what is missing', async () => {
  serve(existing);
  await renderAt(page(null), place);
  expect([state.creation.reason, state.creation.isPristine]).toEqual(['Add at least one unit', true]);
  let ids: string[] = [];
  act(() => {
    ids = repair.actions.add(pager, 2);
  });
  expect([state.creation.reason, state.creation.isPristine]).toEqual(['2 serial numbers missing', false]);
  act(() => {
    for (const id of ids) repair.form.setValue(`units.${id}.serialNumber`, 'A');
    repair.actions.changed();
  });
  expect(state.creation.reason).toBeNull();
});

it('goes to the first unit without a serial number, instead of a review', async () => {
  const { ids } = await open({}, [{}, { serialNumber: ' ' }, { serialNumber: '' }]);
  await act(async () => state.creation.handleSubmit());
  expect(goTo.mock.calls).toEqual([[ids[1], 'serialNumber']]);
  expect(state.creation.submission.isConfirmOpen).toBe(false);
});

it('goes to the unit with a failed upload, instead of a review', async () => {
  const { ids } = await open();
  act(() => {
    repair.uploads.getQueue(ids[1] ?? '');
    uploads.states = ['failed'];
    for (const changed of uploads.changed) changed();
  });
  expect(state.creation.reason).toBe("1 file couldn't be uploaded");
  await act(async () => state.creation.handleSubmit());
  expect(goTo.mock.calls).toEqual([[ids[1], 'attachments']]);
  expect(state.creation.submission.isConfirmOpen).toBe(false);
});

it('sends the units after the review, with the request they come from, and empties the form', async () => {
  const { sent, address } = await open({ [PATH]: created }, [{ attachments: [file('f1')] }], { id: 5 });
  await act(async () => state.creation.handleSubmit());
  expect(state.creation.submission.isConfirmOpen).toBe(true);
  expect(goTo).not.toHaveBeenCalled();
  await act(() => state.creation.submission.submit());
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.query.get('originId')).toBe('5');
  const empty = { serviceTag: '', problemDescription: '', attachments: [] };
  expect(sent()[0]?.body).toEqual({
    units: [
      { ...empty, partId: 7, serialNumber: 'A-1', attachments: [{ id: 'f1' }] },
      { ...empty, partId: 7, serialNumber: 'A-2' },
      { ...empty, partId: 8, serialNumber: 'A-3' },
    ],
  });
  await waitFor(() => expect(address()).toBe('/en/active-repairs'));
  expect(readDraft(buildDraftKey(REPAIR_DRAFT, 0, 'NEW'))).toBeNull();
});

it('has no source in a request of its own', async () => {
  const { sent } = await open({ [PATH]: created });
  await submit();
  expect(sent()[0]?.query.has('originId')).toBe(false);
});

it('shows errors of the server at their cells and goes to the first one', async () => {
  const fields = {
    'units.1.serviceTag': ['Too long.'],
    'units.2.attachments.0.id': ['Not found.'],
    'units.2.partId': ['Not offered.'],
  };
  const { ids } = await open({ [PATH]: () => refused(fields) });
  await submit();
  const getMessage = (index: number, cell: 'serviceTag' | 'attachments') =>
    repair.form.getFieldState(`units.${ids[index]}.${cell}`).error?.message;
  expect([getMessage(1, 'serviceTag'), getMessage(2, 'attachments')]).toEqual(['Too long.', 'Not found.']);
  expect([...state.groupErrors]).toEqual([['RPM/8', 'Not offered.']]);
  expect(goTo.mock.calls).toEqual([[ids[1], 'serviceTag']]);
  expect(state.creation.submission.saveError).toEqual({ kind: 'fields', count: 3 });
});

it('scrolls to the parts if only these have errors, and drops the errors with the next attempt', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const responses = [
    refused({ 'units.0.partId': ['Not offered.'] }),
    new Response('{}', { status: 500 }),
    refused({ 'units.0.serialNumber': ['Too long.'], detail: ['At most 100 units.'] }),
  ];
  const { ids } = await open({ [PATH]: () => responses.shift() });
  await submit();
  expect(goTo).not.toHaveBeenCalled();
  expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
  expect(state.groupErrors.size).toBe(1);
  await submit();
  expect(state.groupErrors.size).toBe(0);
  await submit();
  expect(state.creation.submission.saveError).toMatchObject({ kind: 'refused', details: ['At most 100 units.'] });
  expect(goTo.mock.calls).toEqual([[ids[0], 'serialNumber']]);
});

it('clears the units, and the errors of their parts', async () => {
  await open({ [PATH]: () => refused({ 'units.0.partId': ['Not offered.'] }) });
  await submit();
  act(() => state.creation.clear());
  expect([repair.groups.length, state.groupErrors.size]).toEqual([0, 0]);
});

it('removes files that expired, and names them with their units', async () => {
  await open({}, [{}, { attachments: [file('f1'), file('f2')] }]);
  act(() => repair.draft.save());
  serve({ 'GET /api/v1/files/status': () => ['f2'] });
  cleanup();
  await renderAt(page(null), place);
  await waitFor(() => expect(state.creation.missing.labels).toEqual(['f1.jpg (unit 2, Pager)']));
  const files = Object.values(repair.form.getValues('units')).map(({ attachments }) => attachments);
  expect(files).toEqual([[], [file('f2')], []]);
});

/** Submit without a response, change the second serial number and submit again. */
async function submitTwice(repairParts: unknown, fields: Record<string, unknown> = {}) {
  let attempts = 0;
  const { ids, requests, address } = await open({
    [PATH]: () => {
      attempts += 1;
      if (attempts === 1) throw new TypeError('Failed to fetch');
      return created();
    },
    'GET /api/v1/repairing/fetch/repair': () => repairParts,
  });
  for (const [name, value] of Object.entries(fields)) repair.form.setValue(name as 'units', value as never);
  await submit();
  act(() => repair.form.setValue(`units.${ids[1]}.serialNumber`, 'A-9'));
  await submit();
  expect(requests.find(({ path }) => path.endsWith('/fetch/repair'))?.query.get('repairId')).toBe('7');
  return address;
}
const unit = (partId: number, serialNumber: string) => ({
  partId,
  serialNumber,
  serviceTag: '',
  problemDescription: '',
  attachments: [],
});

it('says so if an earlier attempt without a response had created other units', async () => {
  const address = await submitTwice({ repairParts: [unit(7, 'A-1'), unit(7, 'A-2'), unit(8, 'A-3')] });
  expect(state.creation.submission.alreadyCreated).toEqual({ id: 7, number: 'R-2026-000007' });
  expect(address()).toBe('/en/new-repair');
});

const units = [unit(8, 'A-3'), unit(7, 'A-9'), unit(7, 'A-1')];

it('says so if the request that was created has another value in a field of the whole request', async () => {
  await submitTwice({ repairParts: units, note: 'Fragile' }, { note: 'Urgent' });
  expect(state.creation.submission.alreadyCreated).toEqual({ id: 7, number: 'R-2026-000007' });
});

it.each([
  ['has the units of the form', { repairParts: units }],
  ['cannot be read', new Response('{}', { status: 500 })],
])('warns of nothing if the request that was created %s', async (_, repairParts) => {
  const address = await submitTwice(repairParts);
  await waitFor(() => expect(address()).toBe('/en/active-repairs'));
  await screen.findByText('elsewhere');
});
