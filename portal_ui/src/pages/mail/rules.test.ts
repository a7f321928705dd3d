import { describe, expect, it } from 'vitest';
import { bodiesOf, type Category, isEdited, leftOf, type Rule, shown, thrown, without } from './rules';

const off = {
  isClient: false,
  isService: false,
  isSupervisor: false,
  isAdministrator: false,
  isSustainabilityManager: false,
};
const rule = (id: string, more: Partial<Rule>): Rule => ({ id, label: id, ...off, ...more });
const fresh = rule('REPAIR:NEW', { processStatus: 'NEW', isClient: true });
const overdue = rule('REPAIR:DELIVERY_OVERDUE', { actionType: 'DELIVERY_OVERDUE' });
const repairs: Category = { id: 1, key: 'REPAIR', name: 'Repair', settings: [fresh, overdue] };
const parts: Category = {
  id: 2,
  key: 'PARTS',
  name: 'Parts',
  settings: [rule('PARTS:INITIAL', { processStatus: 'INITIAL' })],
};

describe('the mail matrix', () => {
  it('shows what was switched, and forgets what was switched back', () => {
    const edits = thrown({}, fresh, 'isClient', false);
    expect(shown(fresh, edits)).toEqual({ ...fresh, isClient: false });
    expect(isEdited(repairs, edits)).toBe(true);
    expect(isEdited(parts, edits)).toBe(false);
    expect(thrown(edits, fresh, 'isClient', true)).toEqual({});
  });

  it('sends changed rows only, statuses and actions apart, every switch named', () => {
    const edits = thrown(thrown({}, fresh, 'isService', true), overdue, 'isAdministrator', true);
    expect(bodiesOf(repairs, edits)).toEqual([
      { type: 'PROCESS', settings: [{ ...fresh, isService: true }] },
      { type: 'SINGLE', settings: [{ ...overdue, isAdministrator: true }] },
    ]);
    expect(bodiesOf(repairs, thrown({}, overdue, 'isClient', true))).toHaveLength(1);
    expect(bodiesOf(parts, edits)).toEqual([]);
  });

  it('keeps what was thrown while a save was under way', () => {
    const sent = thrown({}, fresh, 'isService', true);
    const meanwhile = thrown(thrown(sent, fresh, 'isSupervisor', true), overdue, 'isClient', true);
    expect(leftOf(sent, sent, repairs)).toEqual({});
    expect(leftOf(meanwhile, sent, repairs)).toEqual({
      'REPAIR:NEW': { isSupervisor: true },
      'REPAIR:DELIVERY_OVERDUE': { isClient: true },
    });
  });

  it('forgets one category and keeps the others', () => {
    const [initial] = parts.settings;
    if (!initial) throw new Error('no row');
    const edits = thrown(thrown({}, fresh, 'isService', true), initial, 'isService', true);
    expect(without(edits, repairs)).toEqual({ 'PARTS:INITIAL': { isService: true } });
  });
});
