// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Notification } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../../api/session';
import { buildDraftKey, readDraft } from '../../../core/forms/drafts';
import { withRouter } from '../../../core/process/testing';
import { parseUnitBlock } from './paste';
import type { UnitCell } from './unitGroups';
import { type PasteBlocks, usePasteBlocks } from './usePasteBlocks';
import { REPAIR_DRAFT, type RepairForm, useRepairForm } from './useRepairForm';

vi.mock('../../../api/meta', async (original) => ({
  ...(await original<object>()),
  useMeta: () => ({ limits: { units: 6, attachmentBytes: 1_000, attachmentCount: 10 } }),
}));

const pager = { id: 7, name: 'Pager', maker: 'Thermo', imageUrl: null, category: 'PRD' };
const gate = { id: 8, name: 'Gate', maker: 'TSA', imageUrl: null, category: 'RPM' };

let repair: RepairForm;
let pasting: PasteBlocks;
/** Three pagers and a gate. */
let ids: string[];

function Page() {
  repair = useRepairForm(null);
  pasting = usePasteBlocks(repair);
  return <Notification />;
}

beforeEach(() => {
  startSession({ identification: 'client', token: 't', permissions: ['CLIENT'] });
  render(withRouter(<Page />));
  act(() => {
    ids = [...repair.actions.add(pager, 3), ...repair.actions.add(gate, 1)];
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const set = (index: number, cell: UnitCell, value: string) =>
  act(() => repair.form.setValue(`units.${ids[index]}.${cell}`, value));
const paste = (index: number, text: string, cell: UnitCell = 'serialNumber') => {
  const block = parseUnitBlock(text, cell);
  if (!block) throw new Error('one value only');
  act(() => pasting.paste(ids[index] ?? '', block));
};
/** Values of a cell of all units by part, in their order. */
const read = (cell: UnitCell = 'serialNumber') =>
  repair.latest.current.map(({ unitIds }) => unitIds.map((id) => repair.form.getValues(`units.${id}.${cell}`)));
const undo = async () => fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
const long = () => {
  if (!pasting.longPaste) throw new Error('no long paste');
  return pasting.longPaste;
};

describe('pasted cells', () => {
  it('fill the units from the row on, only those of its part', async () => {
    paste(1, 'A-1\tT-1\nA-2\tT-2');
    expect(read()).toEqual([['', 'A-1', 'A-2'], ['']]);
    expect(read('serviceTag')).toEqual([['', 'T-1', 'T-2'], ['']]);
    expect(pasting.longPaste).toBeNull();
    expect(repair.missingSerials).toBe(2);
    expect(await screen.findByText('4 cells filled')).toBeTruthy();
    expect(JSON.stringify(readDraft(buildDraftKey(REPAIR_DRAFT, 0, 'NEW')))).toContain('A-2');
  });

  it('can be undone, which restores what was there', async () => {
    set(0, 'serialNumber', 'Mine');
    paste(0, 'A-1\nA-2');
    await undo();
    expect(read()).toEqual([['Mine', '', ''], ['']]);
    expect(repair.missingSerials).toBe(3);
    expect(JSON.stringify(readDraft(buildDraftKey(REPAIR_DRAFT, 0, 'NEW')))).not.toContain('A-1');
  });

  it('are not restored in a unit that was removed since', async () => {
    paste(0, 'A-1\nA-2');
    act(() => repair.actions.removeUnits(ids.slice(0, 1)));
    await undo();
    expect(read()).toEqual([['', ''], ['']]);
    expect(repair.form.getValues(`units.${ids[0]}`)).toBeUndefined();
  });

  it('remove the error of a serial number that was missing', async () => {
    await act(() => repair.form.trigger());
    const getError = (index: number) => repair.form.getFieldState(`units.${ids[index]}.serialNumber`).error;
    expect([0, 1, 2].map((index) => getError(index) !== undefined)).toEqual([true, true, true]);
    paste(0, 'A-1\nA-2');
    await waitFor(() => expect(getError(0)).toBeUndefined());
    expect([getError(1), getError(2)?.message]).toEqual([undefined, 'newRepair.serialRequired']);
  });
});

describe('a paste with more rows than units', () => {
  it('asks first, and changes nothing if it is given up', () => {
    paste(1, 'A-1\nA-2\nA-3');
    expect(long()).toMatchObject({ existingRows: 2, canAdd: 1 });
    act(() => pasting.leave());
    expect(pasting.longPaste).toBeNull();
    expect(read()).toEqual([['', '', ''], ['']]);
  });

  it('fills only the units that are there, if chosen', async () => {
    paste(1, 'A-1\nA-2\nA-3');
    act(() => pasting.fillOnly(long()));
    expect(pasting.longPaste).toBeNull();
    expect(read()).toEqual([['', 'A-1', 'A-2'], ['']]);
    expect(await screen.findByText('2 cells filled')).toBeTruthy();
  });

  it('adds units to the part, and Undo removes them again', async () => {
    set(2, 'serialNumber', 'Mine');
    paste(1, 'A-1\nA-2\nA-3\nA-4');
    expect(long().canAdd).toBe(2);
    act(() => pasting.addAndFill(long()));
    expect(pasting.longPaste).toBeNull();
    expect(read()).toEqual([['', 'A-1', 'A-2', 'A-3', 'A-4'], ['']]);
    await undo();
    expect(read()).toEqual([['', '', 'Mine'], ['']]);
  });

  it('adds no more units than a request can have', () => {
    paste(2, 'A-1\nA-2\nA-3\nA-4\nA-5');
    expect(long()).toMatchObject({ existingRows: 1, canAdd: 2 });
    act(() => pasting.addAndFill(long()));
    expect(read()).toEqual([['', '', 'A-1', 'A-2', 'A-3'], ['']]);
  });

  it('can be exactly as long as the units, without a question', () => {
    paste(0, 'A-1\nA-2\nA-3');
    expect(pasting.longPaste).toBeNull();
    expect(read()).toEqual([['A-1', 'A-2', 'A-3'], ['']]);
  });

  it('adds nothing to a full request', () => {
    act(() => void repair.actions.add(gate, 2));
    paste(2, 'A-1\nA-2');
    expect(long().canAdd).toBe(0);
    act(() => pasting.fillOnly(long()));
    expect(read()[0]).toEqual(['', '', 'A-1']);
  });

  it('removes the added units with Undo even if one was removed before', async () => {
    paste(2, 'A-1\nA-2');
    act(() => pasting.addAndFill(long()));
    const added = repair.latest.current[0]?.unitIds.at(-1) ?? '';
    act(() => repair.actions.removeUnits([added]));
    await undo();
    expect(read()).toEqual([['', '', ''], ['']]);
    expect(repair.form.getValues(`units.${added}`)).toBeUndefined();
  });
});
