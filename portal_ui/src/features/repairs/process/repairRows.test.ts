import { describe, expect, it } from 'vitest';
import type { Repair } from '../../../api/repairs';
import { countOutcomes } from './outcomes';
import { getBulkTargets, isCommentEditable, isStatusEditable, repairRows } from './repairRows';
import { repairDecisions } from './repairUpdates';
import { buildPart } from './testing';
import { getChangedParts, replaceRows, toRowPath, toUnitForm, validateRows } from './unitRows';

const { toRow, validateRow, getField } = repairRows;

const open = buildPart(1, { found: 'FOR_REPAIR', needsApproval: true, toRepair: true, repairApproval: 'APPROVED' });
const working = buildPart(2, { found: 'IT_IS_WORKING' });
const rejectedUnit = buildPart(3, {
  found: 'FOR_REPAIR',
  needsApproval: true,
  repairApproval: 'REJECTED',
  repairStatus: 'REJECTED',
});
const pendingUnit = buildPart(4, { found: 'FOR_REPAIR', needsApproval: true });
const done = { ...open, id: 5, repairStatus: 'REPAIRED' as const };
const parts = [open, working, rejectedUnit, pendingUnit, done];

describe('editable fields of a unit in repair', () => {
  it('are status and comment if the unit is to be repaired', () => {
    expect(parts.filter(isStatusEditable).map(({ id }) => id)).toEqual([1, 5]);
    expect(parts.filter(isCommentEditable).map(({ id }) => id)).toEqual([1, 5]);
  });

  it('exclude the comment if the repair is not approved', () => {
    const unapproved = (['WAITING_APPROVAL', 'REJECTED'] as const).map((repairApproval) => ({
      ...open,
      repairApproval,
    }));
    expect([open, ...unapproved].filter(isCommentEditable)).toEqual([open]);
  });

  it('exclude the status if the unit was rejected', () => {
    const approvalRejected = { ...open, id: 6, repairApproval: 'REJECTED' as const };
    const statusRejected = { ...open, id: 7, repairStatus: 'REJECTED' as const };
    expect([open, approvalRejected, statusRejected].filter(isStatusEditable)).toEqual([open]);
  });

  it('get a bulk status unless the unit is working, rejected or already has it', () => {
    const form = toUnitForm(parts, toRow);
    expect(getBulkTargets(parts, form, 'REPAIRED').map(({ id }) => id)).toEqual([1]);
    expect(getBulkTargets(parts, form, 'IN_PROGRESS').map(({ id }) => id)).toEqual([1, 5]);
    expect(getBulkTargets([working, rejectedUnit], form, 'REPLACED')).toEqual([]);
  });

  it('get a bulk status if the unit has it unsaved or has an unsaved comment', () => {
    const form = toUnitForm(parts, toRow);
    Object.assign(form.rows.u1 ?? {}, { repairStatus: 'REPAIRED' });
    expect(getBulkTargets(parts, form, 'REPAIRED').map(({ id }) => id)).toEqual([1]);
    Object.assign(form.rows.u5 ?? {}, { repairComment: 'New board' });
    expect(getBulkTargets(parts, form, 'REPAIRED').map(({ id }) => id)).toEqual([1, 5]);
  });
});

describe('rows of the repair form', () => {
  it('are sent only if they changed, and only sent rows become saved', () => {
    const saved = toUnitForm(parts, toRow);
    const typed = structuredClone(saved);
    Object.assign(typed.rows.u1 ?? {}, { repairStatus: 'REPLACED' });
    Object.assign(typed.rows.u5 ?? {}, { repairComment: 'New board' });
    expect(getChangedParts(parts, typed, toRow).map(({ id }) => id)).toEqual([1, 5]);
    const after = replaceRows(saved, typed, [open]);
    expect(after.rows.u1?.repairStatus).toBe('REPLACED');
    expect(after.rows.u5?.repairComment).toBe('');
  });

  it('require a status with a comment', () => {
    const form = toUnitForm([open], toRow);
    Object.assign(form.rows.u1 ?? {}, { repairComment: 'Ordered' });
    const errors = { 'rows.u1.repairStatus': 'repair.service.statusFirst' };
    expect(validateRows(form, validateRow, toUnitForm([open], toRow), 1024)).toEqual(errors);
    expect(validateRows(form, validateRow, toUnitForm([open], toRow), 3)).toMatchObject({
      'rows.u1.repairComment': { message: 'saving.rule.tooLong', args: { max: 3 } },
    });
  });

  it('keep a saved status: it can be changed but not cleared', () => {
    const saved = toUnitForm([done], toRow);
    const cleared = structuredClone(saved);
    Object.assign(cleared.rows.u5 ?? {}, { repairStatus: '', repairComment: '' });
    expect(validateRows(saved, validateRow, saved, 1024)).toEqual({});
    expect(validateRows(cleared, validateRow, saved, 1024)).toEqual({
      'rows.u5.repairStatus': 'repair.service.statusFirst',
    });
  });

  it('map server errors by their index in the request', () => {
    const rename = toRowPath([open, done], getField);
    expect(rename('1.comment')).toBe('rows.u5.repairComment');
    expect(rename('0.repairPartId')).toBe('rows.u1.repairStatus');
    expect(rename('4.status')).toBeNull();
  });
});

describe('outcomes of a repair', () => {
  it('are counted in display order', () => {
    const notSent = buildPart(6, { initialApproval: 'REJECTED' });
    expect(countOutcomes([...parts, notSent])).toEqual([
      { key: 'REPAIRED', count: 1 },
      { key: 'WORKING', count: 1 },
      { key: 'REJECTED', count: 1 },
      { key: 'NOT_SENT', count: 1 },
      { key: 'OPEN', count: 2 },
    ]);
  });
});

describe('optimistic decisions', () => {
  it('change the named units and keep the other objects identical', () => {
    const record = { repairParts: parts } as unknown as Repair;
    const after = repairDecisions.applyDecisions(record, [
      { id: 1, status: 'REJECTED' },
      { id: 3, status: 'REJECTED' },
    ]);
    expect(after.repairParts[0]?.repairApproval).toBe('REJECTED');
    expect(repairDecisions.getApproval(after, 1)).toBe('REJECTED');
    expect(after.repairParts.slice(1).every((part, index) => part === parts[index + 1])).toBe(true);
  });
});
