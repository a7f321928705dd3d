// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it } from 'vitest';
import { withRouter } from '../process/testing';
import { dayField } from './dayField';
import { type FieldDefinition, FieldInputs } from './FieldDefinition';
import { validateFields } from './fieldValidation';
import { INCOMPLETE } from './inputs/incompleteValue';
import { createResolver } from './validators';

const fields: readonly FieldDefinition[] = [
  { source: 'start', label: 'Start', ...dayField },
  { source: 'end', label: 'End', ...dayField, notBefore: 'start' },
];
type Days = { start: string; end: string };

async function open(days: Days) {
  let form: UseFormReturn<Days> | undefined;
  function Form() {
    form = useForm<Days>({ defaultValues: days, resolver: createResolver((values) => validateFields(fields, values)) });
    return (
      <FormProvider {...form}>
        <FieldInputs fields={fields} />
      </FormProvider>
    );
  }
  await act(async () => render(withRouter(<Form />)));
  await screen.findByRole('group', { name: /^End/ });
  return {
    set: (name: keyof Days, value: string) => act(async () => form?.setValue(name, value)),
    getError: () => form?.getFieldState('end').error?.message,
  };
}

/** Return which days of the month of the opened calendar can be picked. */
async function readDays(index: number) {
  fireEvent.click(screen.getAllByRole('button', { name: /^Choose date/ })[index] as HTMLElement);
  const days = await screen.findAllByRole<HTMLButtonElement>('gridcell', { name: /^\d+$/ });
  return days
    .filter((day) => !day.disabled && day.getAttribute('aria-disabled') !== 'true')
    .map((day) => day.textContent);
}

afterEach(cleanup);

describe('two days of which the second is not before the first', { timeout: 30_000 }, () => {
  it('limit each other in the calendar', async () => {
    await open({ start: '2026-12-20', end: '2026-12-24' });
    expect((await readDays(0)).at(-1)).toBe('24');
    cleanup();
    await open({ start: '2026-12-20', end: '2026-12-24' });
    const days = await readDays(1);
    expect([days[0], days.at(-1)]).toEqual(['20', '31']);
  });

  it('show the wrong order, also if the first one was changed, until it is right', async () => {
    const { set, getError } = await open({ start: '2026-12-20', end: '2026-12-24' });
    expect(getError()).toBeUndefined();
    await set('start', '2026-12-25');
    await waitFor(() => expect(getError()).toBe('shipping.datesTurned'));
    await set('start', '2026-12-24');
    await waitFor(() => expect(getError()).toBeUndefined());
  });

  it('are not compared while one is incomplete', () => {
    expect(validateFields(fields, { start: INCOMPLETE, end: '2026-12-24' })).toEqual({ start: 'saving.rule.date' });
    expect(validateFields(fields, { start: '2026-12-20', end: INCOMPLETE })).toEqual({ end: 'saving.rule.date' });
  });
});
