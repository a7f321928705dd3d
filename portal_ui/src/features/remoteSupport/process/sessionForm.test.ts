import { afterEach, describe, expect, it, vi } from 'vitest';
import { toSessionBody, toSessionFields, validateSession } from './sessionForm';

const good = { durationInHours: '1.25', completionDate: '2026-11-20', summary: 'Done' };

afterEach(() => void vi.useRealTimers());

describe('session form', () => {
  it.each(['0.01', '1', '1,5', '12.25', '999.99', ' 2 '])('accepts %s hours', (durationInHours) => {
    expect(validateSession({ ...good, durationInHours })).toEqual({});
  });

  it.each([
    ['', 'saving.rule.required'],
    ['0', 'saving.rule.positive'],
    ['1000', { message: 'saving.rule.tooLarge', args: { max: 999.99 } }],
    ['1.255', 'saving.rule.positive'],
    ['-1', 'saving.rule.positive'],
    ['one', 'saving.rule.positive'],
  ])('rejects %j hours', (durationInHours, rule) => {
    expect(validateSession({ ...good, durationInHours })).toEqual({ durationInHours: rule });
  });

  it('requires a day; the summary is optional with a maximum length', () => {
    expect(validateSession({ ...good, completionDate: '' })).toEqual({ completionDate: 'saving.rule.required' });
    expect(validateSession({ ...good, completionDate: '2999-01-01' })).toEqual({
      completionDate: 'remoteSupport.session.future',
    });
    expect(validateSession({ ...good, completionDate: 'half-typed' })).toEqual({ completionDate: 'saving.rule.date' });
    expect(validateSession({ ...good, summary: '' })).toEqual({});
    expect(validateSession({ ...good, summary: 'x'.repeat(4001) })).toEqual({
      summary: { message: 'saving.rule.tooLong', args: { max: 4000 } },
    });
  });

  it('sends hours as a number for either decimal separator', () => {
    expect(toSessionBody({ ...good, durationInHours: '1,5' })).toMatchObject({ durationInHours: 1.5 });
  });

  it('accepts a day as soon as it has begun somewhere on Earth', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00Z') });
    expect(validateSession({ ...good, completionDate: '2026-11-21' })).toEqual({});
    vi.setSystemTime(Date.parse('2026-11-20T09:59:59Z'));
    expect(validateSession({ ...good, completionDate: '2026-11-21' })).toEqual({
      completionDate: 'remoteSupport.session.future',
    });
  });

  it('has the values of its session, or is empty', () => {
    const session = { id: 7, durationInHours: 1.5, completionDate: '2026-11-20', summary: 'Done' };
    expect(toSessionFields(session as never)).toEqual({
      durationInHours: '1.5',
      completionDate: '2026-11-20',
      summary: 'Done',
    });
    expect(toSessionFields(undefined)).toEqual({ durationInHours: '', completionDate: '', summary: '' });
  });

  it('sends the day and the summary as they are', () => {
    expect(toSessionBody({ ...good, summary: ' Two\nlines ' })).toEqual({
      durationInHours: 1.25,
      completionDate: '2026-11-20',
      summary: ' Two\nlines ',
    });
  });
});
