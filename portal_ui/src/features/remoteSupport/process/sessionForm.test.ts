import { describe, expect, it } from 'vitest';
import { toSessionBody, validateSession } from './sessionForm';

const good = { durationInHours: '1.25', completionDate: '2026-11-20', summary: 'Done' };

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
});
