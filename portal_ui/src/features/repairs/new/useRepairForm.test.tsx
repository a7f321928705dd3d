// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSession } from '../../../api/session';
import type { UploadedFile } from '../../../api/types';
import { buildDraftKey, readDraft } from '../../../core/forms/drafts';
import { withRouter } from '../../../core/process/testing';
import { REPAIR_DRAFT, useRepairForm } from './useRepairForm';

const uploaded = vi.hoisted(() => ({ done: (_: UploadedFile) => {} }));
vi.mock('../../../core/files/uploads', () => ({
  useRetryWhenOnline: () => undefined,
  createUploadQueue: (_: number, onUploaded: (file: UploadedFile) => void) => {
    uploaded.done = onUploaded;
    return {
      add: () => undefined,
      subscribe: () => undefined,
      stop: () => undefined,
      getState: () => ({ uploads: [] }),
    };
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  startSession({ identification: 'client', token: 't', permissions: ['CLIENT'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

const part = { id: 7, name: 'RadEye G-10', maker: 'Thermo', imageUrl: null, category: 'HANDHELD' };

it('saves an uploaded file in the draft immediately', () => {
  const { result } = renderHook(() => useRepairForm(null), { wrapper: ({ children }) => withRouter(children) });
  let unit = '';
  act(() => {
    unit = result.current.actions.add(part, 1)[0] ?? '';
  });
  act(() => result.current.actions.addFiles(unit, []));
  const stored = () => JSON.stringify(readDraft(buildDraftKey(REPAIR_DRAFT, 0, 'NEW'))?.values.content);
  expect(stored()).not.toContain('photo.jpg');
  act(() => uploaded.done({ id: 'f1', name: 'photo.jpg', type: 'image/jpeg', size: 1200 }));
  expect(stored()).toContain('photo.jpg');
});

it('adds an instrument once, and none whose part cannot be repaired', () => {
  const { result } = renderHook(() => useRepairForm(null), { wrapper: ({ children }) => withRouter(children) });
  const instrument = { serialNumber: 'AB-1', serviceTag: 'T-9', part };
  for (const each of [instrument, instrument, { ...instrument, part: null }]) {
    act(() => result.current.actions.addInstrument(each));
  }
  const units = Object.values(result.current.form.getValues('units'));
  expect(units).toEqual([{ serialNumber: 'AB-1', serviceTag: 'T-9', problemDescription: '', attachments: [] }]);
  expect(result.current.groups.map((group) => group.part)).toEqual([part]);
});
