// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { PortalFormState } from '../forms/usePortalForm';
import { createLazyPanes } from './processContext';
import { buildCommentUpdate, buildExportUrl, buildTransition } from './requestUpdates';
import { getSaveStatus } from './StepForm';
import { buildAction, buildRecord } from './testing';
import { getBlockedReason } from './useRequestRecord';

describe('updates of a request', () => {
  it('are a transition from the status on screen, to the next status or a given one', () => {
    const record = buildRecord({});
    expect(buildTransition(record, null)).toEqual({ action: 'move', data: { status: null, expectedStatus: 'WORK' } });
    expect(buildTransition(record, 'DONE').data).toEqual({ status: 'DONE', expectedStatus: 'WORK' });
  });

  it('are a comment on a unit in a step', () => {
    const data = { ownerId: 5, status: 'NEW', comment: ' Dusty ' };
    expect(buildCommentUpdate('commentUnit', 5, 'NEW')(' Dusty ')).toEqual({ action: 'commentUnit', data });
  });
});

it('has the address of a spreadsheet', () => {
  expect(buildExportUrl('units')).toBe('/api/v1/files/export/units/xlsx');
});

it('knows why a step cannot be finished', () => {
  const withActions = (...actions: ReturnType<typeof buildAction>[]) => {
    const record = buildRecord({});
    return { ...record, process: { ...record.process, actions } };
  };
  const blocked = buildAction('continue', 'Go on', { enabled: false, reason: '2 units are undecided' });
  expect(getBlockedReason(withActions(buildAction('save'), blocked))).toBe('2 units are undecided');
  expect(getBlockedReason(withActions(buildAction('save', 'Save', { reason: 'other' })))).toBeNull();
});

describe('the save status of a form', () => {
  const form = (dirty: boolean, saved: object, isAutosaved = false) =>
    ({ dirty, isAutosaved, saved: () => saved }) as unknown as PortalFormState<Record<string, unknown>>;
  const blank = { name: '', rows: [{ amount: null, isSet: false }], note: undefined };

  it.each([
    ['unsaved', form(true, { name: 'x' })],
    ['kept', form(true, { name: 'x' }, true)],
    ['saved', form(false, { name: 'x' })],
    ['saved', form(false, { rows: [{ amount: 0 }] })],
    [null, form(false, blank)],
  ])('is %s', (status, state) => {
    expect(getSaveStatus(state)).toBe(status);
  });

  it('is unsaved for complete values that the portal suggests, and none for incomplete ones', () => {
    expect(getSaveStatus(form(false, { name: 'x' }), true, true)).toBe('unsaved');
    expect(getSaveStatus(form(false, { name: 'x' }), true, false)).toBeNull();
    expect(getSaveStatus(form(true, { name: 'x' }), true, false)).toBe('unsaved');
  });
});

it('loads the pane of a tab before it opens, and ignores failures and unknown tabs', async () => {
  const loads: string[] = [];
  const panes = createLazyPanes({
    WORK: async () => {
      loads.push('WORK');
      return { default: () => null };
    },
    NEXT: () => Promise.reject(new Error('lost')),
  });
  await panes.load('WORK');
  expect(loads).toEqual(['WORK']);
  await expect(panes.load('NEXT')).resolves.toBeUndefined();
  await expect(panes.load('OTHER')).resolves.toBeUndefined();
  expect(Object.keys(panes.componentByTab)).toEqual(['WORK', 'NEXT']);
});
