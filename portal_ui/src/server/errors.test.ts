import { describe, expect, it } from 'vitest';
import { ApiError } from './errors';

describe('the errors of an answer', () => {
  it('are nested as react-admin reads them', () => {
    const { body } = new ApiError(400, {
      fields: { name: ['No'], 'rows.0.weight': ['Too', 'heavy'], 'rows.2.x': ['y'] },
    });
    expect(body.errors).toEqual({ name: 'No', rows: { 0: { weight: 'Too heavy' }, 2: { x: 'y' } } });
  });
});
