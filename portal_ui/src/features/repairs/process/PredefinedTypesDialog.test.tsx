// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { AvailableTypes } from '../../../api/repairs';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { PredefinedTypesDialog } from './PredefinedTypesDialog';
import { buildPart } from './testing';

afterEach(cleanup);

const offered = (first: number) => [
  { id: first, text: `Service ${first}`, value: 10 },
  { id: first + 1, text: `Service ${first + 1}`, value: 20 },
];
const available = { DIAGNOSTICS: offered(1), REPAIRS: offered(3), PARTS: [] } as unknown as AvailableTypes;

let read: () => unknown;
function Opened() {
  const form = useForm({
    defaultValues: {
      rows: { u1: { diagnosticTypes: [] as number[], repairTypes: [] as number[], partsTypes: [] as number[] } },
    },
  });
  read = () => form.getValues('rows.u1');
  return (
    <FormProvider {...form}>
      <PredefinedTypesDialog part={buildPart(1)} name="Unit" available={available} onClose={() => undefined} />
    </FormProvider>
  );
}

it('selects at most one service by radio buttons with a "None" option, several by checkboxes', () => {
  const page = (
    <TestPage record={buildRecord({})}>
      <Opened />
    </TestPage>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  const [radioGroup, checkboxGroup] = screen.getAllByRole('group').map((group) => within(group));
  const radio = (name: RegExp) => radioGroup?.getByRole<HTMLInputElement>('radio', { name }) as HTMLInputElement;
  expect(radioGroup?.queryByRole('checkbox')).toBeNull();
  expect(checkboxGroup?.getAllByRole('checkbox')).toHaveLength(2);
  expect(radio(/^None/).checked).toBe(true);
  fireEvent.click(radio(/^Service 2/));
  expect([radio(/^None/).checked, radio(/^Service 2/).checked]).toEqual([false, true]);
  fireEvent.click(radio(/^None/));
  expect(radio(/^Service 2/).checked).toBe(false);
  fireEvent.click(radio(/^Service 1/));
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(read()).toMatchObject({ diagnosticTypes: [1] });
});
