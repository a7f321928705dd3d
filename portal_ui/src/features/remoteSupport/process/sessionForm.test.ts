import { describe, expect, it } from 'vitest';
import { toSessionBody, validateSession } from './sessionForm';

const good = { durationInHours: '1.25', completionDate: '2026-11-20', summary: 'Done' };

describe('a session', () => {
  it.each(['0.01', '1', '1,5', '12.25', '999.99', ' 2 '])('takes %s hours', (durationInHours) => {
    expect(validateSession({ ...good, durationInHours })).toEqual({});
  });

  it.each([
    ['', 'saving.rule.required'],
    ['0', 'saving.rule.positive'],
    ['1000', { message: 'saving.rule.tooLarge', args: { max: 999.99 } }],
    ['1.255', 'saving.rule.positive'],
    ['-1', 'saving.rule.positive'],
    ['one', 'saving.rule.positive'],
  ])('refuses %j hours', (durationInHours, rule) => {
    expect(validateSession({ ...good, durationInHours })).toEqual({ durationInHours: rule });
  });

  it('needs a day but no summary, which has a limit', () => {
    expect(validateSession({ ...good, completionDate: '' })).toEqual({ completionDate: 'saving.rule.required' });
    expect(validateSession({ ...good, completionDate: 'half-typed' })).toEqual({ completionDate: 'saving.rule.date' });
    expect(validateSession({ ...good, summary: '' })).toEqual({});
    expect(validateSession({ ...good, summary: 'x'.repeat(4001) })).toEqual({
      summary: { message: 'saving.rule.tooLong', args: { max: 4000 } },
    });
  });

  it('is sent with a number of hours, whatever sign was typed', () => {
    expect(toSessionBody({ ...good, durationInHours: '1,5' })).toMatchObject({ durationInHours: 1.5 });
  });
});
