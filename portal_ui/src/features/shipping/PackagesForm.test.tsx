// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { renderAt } from '../imports/testing';
import { PackagesForm } from './PackagesForm';
import { createEmptyPackage } from './shippingValues';

let numbers = (): readonly string[] => [];
function Packages() {
  const first = { ...createEmptyPackage(), weight: '1' };
  const form = useForm({
    defaultValues: { packages: [first, { ...first, weight: '2' }], numbers: ['', '1', '2', '3'] },
  });
  numbers = () => form.getValues('numbers');
  return (
    <FormProvider {...form}>
      <PackagesForm limit={3} getNumberPaths={() => [0, 1, 2, 3].map((index) => `numbers.${index}`)} />
    </FormProvider>
  );
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
/** Click a button, with the focus that a click sets in a browser. */
function press(name: string) {
  button(name).focus();
  fireEvent.click(button(name));
}
const weights = () =>
  screen.getAllByRole('group').map((each) => within(each).getByLabelText<HTMLInputElement>(/^Weight/).value);

it('adds packages up to the limit, and keeps the values of the others when one is removed, but never the last', async () => {
  await renderAt(<Packages />);
  press('Add package');
  expect(weights()).toEqual(['1', '2', '']);
  expect(screen.getByText('3 of 3')).toBeTruthy();
  expect(button('Add package').disabled).toBe(true);
  press('Remove package 1');
  expect(numbers()).toEqual(['', '', '1', '2']);
  expect(weights()).toEqual(['2', '']);
  expect(button('Add package').disabled).toBe(false);
  press('Remove package 2');
  expect(numbers()).toEqual(['', '', '1', '']);
  expect(weights()).toEqual(['2']);
  expect(button('Remove package 1').disabled).toBe(true);
});

it('has each side and the weight at its field, with unit and the kind of keyboard', async () => {
  let read = (): object => ({});
  function Form() {
    const form = useForm({ defaultValues: { packages: [createEmptyPackage()] } });
    read = form.getValues;
    return (
      <FormProvider {...form}>
        <PackagesForm limit={3} />
      </FormProvider>
    );
  }
  await renderAt(<Form />);
  const group = within(screen.getByRole('group', { name: 'Package 1' }));
  const fields = ['Depth', 'Width', 'Height', 'Weight'].map((label) =>
    group.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)),
  );
  fields.forEach((field, index) => {
    fireEvent.change(field, { target: { value: String(index + 1) } });
  });
  expect(read()).toEqual({ packages: [{ depth: '1', width: '2', height: '3', weight: '4' }] });
  expect(fields.map(({ inputMode }) => inputMode)).toEqual(['numeric', 'numeric', 'numeric', 'decimal']);
  expect(fields.map(({ parentElement }) => parentElement?.textContent?.slice(0, 2))).toEqual(['cm', 'cm', 'cm', 'kg']);
  expect(fields.every(({ required }) => required)).toBe(true);
});

it('removes a package while a field of the last one has focus, as where a click does not focus buttons', async () => {
  await renderAt(<Packages />);
  press('Add package');
  fireEvent.click(button('Remove package 1'));
  expect(weights()).toEqual(['2', '']);
});
