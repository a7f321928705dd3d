import { describe, expect, it } from 'vitest';
import { emptySession, isValid, sessionBodyOf, sessionProblems, sessionsFormOf, sessionsProblems } from './sessions';
import type { RemoteSupport } from './types';

const good = { durationInHours: '1.25', completionDate: '2026-11-20', summary: 'Done' };

describe('a session', () => {
  it.each(['0.01', '1', '1,5', '12.25', '999.99', ' 2 '])('takes %s hours', (durationInHours) => {
    expect(isValid({ ...good, durationInHours })).toBe(true);
  });

  it.each([
    ['', 'saving.rule.required'],
    ['0', 'saving.rule.positive'],
    ['1000', { message: 'saving.rule.tooLarge', args: { max: 999.99 } }],
    ['1.255', 'saving.rule.positive'],
    ['-1', 'saving.rule.positive'],
    ['one', 'saving.rule.positive'],
  ])('refuses %j hours', (durationInHours, rule) => {
    expect(sessionProblems({ ...good, durationInHours })).toEqual({ durationInHours: rule });
  });

  it('needs a day but no summary, which has a limit', () => {
    expect(sessionProblems({ ...good, completionDate: '' })).toEqual({ completionDate: 'saving.rule.required' });
    expect(sessionProblems({ ...good, completionDate: 'half-typed' })).toEqual({ completionDate: 'saving.rule.date' });
    expect(isValid({ ...good, summary: '' })).toBe(true);
    expect(sessionProblems({ ...good, summary: 'x'.repeat(4001) })).toEqual({
      summary: { message: 'saving.rule.tooLong', args: { max: 4000 } },
    });
  });

  it('is sent with a number of hours, whatever sign was typed', () => {
    expect(sessionBodyOf({ ...good, durationInHours: '1,5' })).toMatchObject({ durationInHours: 1.5 });
  });
});

describe('the form of all sessions', () => {
  const record = {
    serviceReviewSessions: [{ id: 7, durationInHours: 0.5, completionDate: '2026-11-20', summary: '' }],
  };

  it('names them so that a path never reads as a place in a list', () => {
    expect(Object.keys(sessionsFormOf(record as RemoteSupport).saved)).toEqual(['s7']);
  });

  it('looks at a new one only while it is open', () => {
    const form = sessionsFormOf(record as RemoteSupport);
    expect(sessionsProblems(form)).toEqual({});
    expect(sessionsProblems({ ...form, fresh: emptySession(true) })).toEqual({
      'fresh.durationInHours': 'saving.rule.required',
      'fresh.completionDate': 'saving.rule.required',
    });
  });
});
