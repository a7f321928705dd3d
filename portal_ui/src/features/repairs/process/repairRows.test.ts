import { describe, expect, it } from 'vitest';
import type { DiagnosticStatus, Repair, RepairStatus } from '../../../api/repairs';
import { countOutcomes, getOutcome, getOutcomeChip, type Outcome } from './outcomes';
import {
  getBulkTargets,
  getOverruledParts,
  isCommentEditable,
  isStatusEditable,
  repairRows,
  SELECTABLE_STATUSES,
  toRestoreBody,
} from './repairRows';
import { buildRepairComment, initialDecisions, repairDecisions } from './repairUpdates';
import { buildPart } from './testing';
import {
  filterMissingParts,
  filterReceivedParts,
  filterServicedParts,
  getChangedParts,
  replaceRows,
  toRowPath,
  toUnitForm,
  validateRows,
} from './unitRows';

const { toRow, toBody, validateRow, getField } = repairRows;

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

describe('row of a repair', () => {
  const replaced = { ...open, repairStatus: 'REPLACED' as const, replacementSerial: 'NEW 1', repairComment: 'Swapped' };

  it('has the saved result, and that of a rejected unit', () => {
    expect(toRow(replaced)).toEqual({ repairStatus: 'REPLACED', repairComment: 'Swapped', replacementSerial: 'NEW 1' });
    expect(toRow(open).repairStatus).toBe('');
    expect(toRow({ ...rejectedUnit, repairStatus: null }).repairStatus).toBe('REJECTED');
  });

  it('is sent with trimmed texts, and with a new serial number only if the unit was replaced', () => {
    const typed = { repairStatus: 'REPLACED' as const, repairComment: ' Swapped ', replacementSerial: ' NEW 1 ' };
    expect(toBody(open, typed)).toEqual({
      repairPartId: 1,
      status: 'REPLACED',
      comment: 'Swapped',
      replacementSerial: 'NEW 1',
    });
    expect(toBody(open, { ...typed, repairStatus: 'REPAIRED' })).toEqual({
      repairPartId: 1,
      status: 'REPAIRED',
      comment: 'Swapped',
    });
    expect(toBody(open, { ...typed, repairStatus: '' })).toBeNull();
  });

  it('requires the new serial number of a replaced unit, with at most 255 characters', () => {
    const check = (replacementSerial: string, repairStatus = 'REPLACED' as 'REPLACED' | 'REPAIRED') =>
      validateRow({ repairStatus, repairComment: '', replacementSerial }, undefined, 1024);
    expect(check(' ')).toEqual({ replacementSerial: 'repair.service.serialFirst' });
    expect(check(' ', 'REPAIRED')).toEqual({});
    expect(check('x'.repeat(255))).toEqual({});
    expect(check('x'.repeat(256))).toMatchObject({ replacementSerial: { args: { max: 255 } } });
  });

  it('is restored as it was saved, without a result too', () => {
    expect(toRestoreBody([replaced, open, done])).toEqual([
      { repairPartId: 1, status: 'REPLACED', comment: 'Swapped', replacementSerial: 'NEW 1' },
      { repairPartId: 1, status: null, comment: '' },
      { repairPartId: 5, status: 'REPAIRED', comment: '' },
    ]);
  });

  it('shows an error of the new serial number at its field', () => {
    expect([['replacementSerial'], ['status'], ['comment']].map(getField)).toEqual([
      'replacementSerial',
      'repairStatus',
      'repairComment',
    ]);
  });
});

describe('bulk status', () => {
  it('overrules other final results, and the diagnosis of a unit that is not repairable', () => {
    const unit = (id: number, repairStatus: RepairStatus | null, found: DiagnosticStatus = 'FOR_REPAIR') => ({
      ...buildPart(id, { found, toRepair: true }),
      repairStatus,
    });
    const units = [
      unit(1, null),
      unit(2, 'IN_PROGRESS'),
      unit(3, 'REPAIRED'),
      unit(4, 'REPLACED'),
      unit(5, 'NON_REPAIRABLE'),
      unit(6, null, 'NON_REPAIRABLE'),
      unit(7, 'REPAIRED', 'NON_REPAIRABLE'),
    ];
    const overruled = (status: RepairStatus) => getOverruledParts(units, status).map(({ id }) => id);
    expect(overruled('REPAIRED')).toEqual([4, 5, 6]);
    expect(overruled('IN_PROGRESS')).toEqual([3, 4, 5, 7]);
    expect(overruled('NON_REPAIRABLE')).toEqual([3, 4, 7]);
  });

  it('is offered except for the rejection', () => {
    expect(SELECTABLE_STATUSES).toEqual(['IN_PROGRESS', 'REPLACED', 'REPAIRED', 'NON_REPAIRABLE']);
  });
});

describe('outcome of a unit', () => {
  it('names why it has no result: not sent, not received, working or rejected', () => {
    const all = [
      buildPart(1, { initialApproval: 'REJECTED', isMissing: true }),
      buildPart(2, { isMissing: true, found: 'IT_IS_WORKING' }),
      { ...working, repairStatus: 'REPAIRED' as const },
      rejectedUnit,
      { ...rejectedUnit, repairStatus: null },
      { ...rejectedUnit, repairStatus: null, needsApproval: false },
      done,
      open,
    ];
    expect(all.map(getOutcome)).toEqual([
      'NOT_SENT',
      'NOT_RECEIVED',
      'WORKING',
      'REJECTED',
      'REJECTED',
      'OPEN',
      'REPAIRED',
      'OPEN',
    ]);
  });

  it('is green for a unit that is working, repaired or replaced, and red for one that is not', () => {
    const getTone = (outcome: Outcome) => getOutcomeChip(outcome).tone;
    expect((['REPAIRED', 'REPLACED', 'WORKING'] as const).map(getTone)).toEqual(['done', 'done', 'done']);
    for (const outcome of ['NON_REPAIRABLE', 'REJECTED', 'NOT_SENT', 'NOT_RECEIVED'] as const)
      expect(getTone(outcome)).toBe('rejected');
    expect((['IN_PROGRESS', 'OPEN'] as const).map(getTone)).toEqual(['idle', 'idle']);
  });
});

describe('units of a step', () => {
  it('exclude rejected ones, and separate those that did not arrive', () => {
    const units = [
      buildPart(1),
      buildPart(2, { isMissing: true }),
      buildPart(3, { initialApproval: 'REJECTED', isMissing: true }),
      buildPart(4, { initialApproval: 'WAITING_APPROVAL' }),
    ];
    const filters = [filterServicedParts, filterReceivedParts, filterMissingParts];
    expect(filters.map((filter) => filter(units).map(({ id }) => id))).toEqual([[1, 2], [1], [2]]);
  });
});

describe('decisions', () => {
  const record = { repairParts: parts } as unknown as Repair;
  const reject = [{ id: 1, status: 'REJECTED' as const }];

  it('on the request and on the repair are separate', () => {
    const decided = initialDecisions.applyDecisions(record, reject).repairParts[0];
    expect([decided?.initialApproval, decided?.repairApproval]).toEqual(['REJECTED', 'APPROVED']);
    expect(initialDecisions.write(record, reject)).toEqual({ action: 'decideInitial', data: reject });
    expect(repairDecisions.write(record, reject)).toEqual({ action: 'decideRepair', data: reject });
  });

  it('name a unit by model and serial number', () => {
    expect(repairDecisions.getName?.(record, 3)).toBe('RadEye G-10, SN 3');
  });

  it('have comments on the request or on a unit', () => {
    const data = { ownerId: 7, status: 'NEW', comment: 'Too old' };
    expect(buildRepairComment('request', 7, 'NEW')('Too old')).toEqual({ action: 'commentRequest', data });
    expect(buildRepairComment('part', 7, 'NEW')('Too old')).toEqual({ action: 'commentUnit', data });
  });
});
