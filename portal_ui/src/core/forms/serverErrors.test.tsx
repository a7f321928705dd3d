// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors';
import { applyServerErrors, mapServerErrors } from './serverErrors';

const createError = (fields: Record<string, string[]>) => new ApiError(400, { code: 'VALIDATION', fields });

describe('field errors of the server', () => {
  it('are mapped to form paths; those without a field are form errors', () => {
    const error = createError({ 'contact.phone': ['Too short.', 'Digits only.'], version: ['Old.'] });
    expect(mapServerErrors(error, (path) => (path.startsWith('contact') ? path : null))).toEqual({
      fieldErrors: { 'contact.phone': 'Too short. Digits only.' },
      formErrors: ['Old.'],
    });
  });

  it('are joined if two server paths map to one field', () => {
    const error = createError({ width: ['Too wide.'], height: ['Too high.'] });
    expect(mapServerErrors(error, () => 'size').fieldErrors).toEqual({ size: 'Too wide. Too high.' });
    const similarErrors = createError({ 'clients.0': ['Unknown.'], 'clients.1': ['Unknown.'] });
    expect(mapServerErrors(similarErrors, () => 'clients').fieldErrors).toEqual({ clients: 'Unknown.' });
  });

  it('focus the first field of the form, whatever their order in the response', () => {
    const { result } = renderHook(() => useForm({ defaultValues: { number: '', maker: '' } }));
    const focused: string[] = [];
    for (const name of ['number', 'maker'] as const) {
      result.current.register(name).ref({ name, value: '', type: 'text', focus: () => focused.push(name) });
    }
    applyServerErrors(result.current, createError({ maker: ['Taken.'], number: ['Taken.'] }));
    expect(focused).toEqual(['number']);
  });

  it('are set only on existing fields of the form', () => {
    const { result } = renderHook(() =>
      useForm({ defaultValues: { contact: { phone: '' }, packages: [{ depth: '' }] } }),
    );
    const form = result.current;
    const error = createError({
      'contact.phone': ['Short.'],
      'packages.0.dimensions': ['Bad.'],
      'packages.7.depth': ['Gone.'],
    });
    const toFormPath = (path: string) => path.replace('dimensions', 'depth');
    expect(applyServerErrors(form, error, toFormPath)).toEqual({
      fieldErrors: { 'contact.phone': 'Short.', 'packages.0.depth': 'Bad.' },
      formErrors: ['Gone.'],
    });
    expect(form.getFieldState('contact.phone').error?.message).toBe('Short.');
    expect(form.getFieldState('packages.0.depth').error?.message).toBe('Bad.');
  });

  it('of a whole list are set on it, and of an unknown list are form errors', () => {
    const { result } = renderHook(() => useForm({ defaultValues: { packages: [{ depth: '' }] } }));
    const error = createError({ 'packages.root': ['Add one.'], 'items.root': ['Gone.'] });
    expect(applyServerErrors(result.current, error)).toEqual({
      fieldErrors: { 'packages.root': 'Add one.' },
      formErrors: ['Gone.'],
    });
  });

  it('are empty for other errors', () => {
    expect(mapServerErrors(new Error('connection'), (path) => path)).toEqual({ fieldErrors: {}, formErrors: [] });
  });
});
