// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { PredefinedServices } from '../../../api/types';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { PredefinedTypesDialog } from './PredefinedTypesDialog';
import { buildPart } from './testing';

afterEach(() => {
  cleanup();
  onClose.mockReset();
});

const offered = (first: number) => [
  { id: first, text: `Service ${first}`, value: 10 },
  { id: first + 1, text: `Service ${first + 1}`, value: 20 },
];
const available = { DIAGNOSTICS: offered(1), REPAIRS: offered(3), PARTS: [] } as unknown as PredefinedServices;

const onClose = vi.fn();
let read: () => unknown;
function Opened({ available }: { available: PredefinedServices }) {
  const form = useForm({
    defaultValues: {
      rows: { u1: { diagnosticTypes: [] as number[], repairTypes: [] as number[], partsTypes: [] as number[] } },
    },
  });
  read = () => form.getValues('rows.u1');
  return (
    <FormProvider {...form}>
      <PredefinedTypesDialog part={buildPart(1)} name="Unit" available={available} onClose={onClose} />
    </FormProvider>
  );
}

function open(types = available) {
  const page = (
    <TestPage record={buildRecord({})}>
      <Opened available={types} />
    </TestPage>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}

it('selects at most one service by radio buttons with a "None" option, several by checkboxes', () => {
  open();
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

it('adds up the chosen services, and offers no sixth repair until one is removed', () => {
  const repairs = [1, 2, 3, 4, 5, 6].map((id) => ({ id, text: `Repair ${id}`, value: id }));
  open({ DIAGNOSTICS: [], REPAIRS: repairs, PARTS: [] } as unknown as PredefinedServices);
  const box = (id: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^Repair ${id}`) });
  for (const id of [1, 2, 3, 4, 5]) fireEvent.click(box(id));
  expect(screen.getByText(/\$15\.00/)).toBeTruthy();
  expect(box(6).disabled).toBe(true);
  expect(box(5).disabled).toBe(false);
  fireEvent.click(box(5));
  expect(box(6).disabled).toBe(false);
  expect(screen.getByText(/\$10\.00/)).toBeTruthy();
  // Nothing is in the form of the unit before it is applied.
  expect(read()).toMatchObject({ repairTypes: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(read()).toMatchObject({ repairTypes: [1, 2, 3, 4] });
  expect(onClose).toHaveBeenCalled();
});

it('has the groups of services that the part offers, with their limit and the price of each service', () => {
  open();
  const groups = screen.getAllByRole('group').map(({ textContent }) => textContent);
  expect(groups).toEqual([
    'DiagnosticsChoose only one.NoneService 1$10.00Service 2$20.00',
    'RepairChoose up to 5.Service 3$10.00Service 4$20.00',
  ]);
  expect(screen.getByText('Services for Unit')).toBeTruthy();
});

it('sums up services of all kinds', () => {
  open();
  fireEvent.click(screen.getByRole('radio', { name: /^Service 2/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /^Service 3/ }));
  expect(screen.getByText('Total $30.00')).toBeTruthy();
});

it('asks before changed services are discarded, but not before unchanged ones', async () => {
  open();
  const cancel = () => fireEvent.click(screen.getByText('Cancel', { selector: 'button' }));
  fireEvent.click(screen.getByRole('checkbox', { name: /^Service 3/ }));
  cancel();
  expect(screen.getByText('Leave without saving?')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Stay on this page'));
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
  fireEvent.click(screen.getByRole('checkbox', { name: /^Service 3/ }));
  cancel();
  expect(onClose).toHaveBeenCalledOnce();
  expect(read()).toMatchObject({ repairTypes: [] });
});
