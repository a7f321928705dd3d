// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { validateOnBlurWhenDirty } from './validateOnBlurWhenDirty';

function Form() {
  const form = useForm({ defaultValues: { phone: '' } });
  return (
    <form {...validateOnBlurWhenDirty(form)}>
      <input aria-label="Phone" {...form.register('phone', { validate: (text) => text.length > 9 || 'Too short' })} />
      <p role="alert">{form.formState.errors.phone?.message}</p>
    </form>
  );
}

const phone = () => screen.getByLabelText('Phone');
const type = (value: string) => act(async () => fireEvent.input(phone(), { target: { value } }));
const leave = () => act(async () => fireEvent.blur(phone()));
const getAlertText = () => screen.getByRole('alert').textContent;

afterEach(cleanup);

it('validates a dirty field on blur, and on change while it is invalid', async () => {
  render(<Form />);
  await leave();
  expect(getAlertText()).toBe('');
  await type('123');
  expect(getAlertText()).toBe('');
  await leave();
  expect(getAlertText()).toBe('Too short');
  await type('1234567890');
  expect(getAlertText()).toBe('');
});

it('shows no error while a button is pressed, as a layout shift would move it away', async () => {
  render(<Form />);
  await type('123');
  await act(async () => fireEvent.pointerDown(document.body));
  await leave();
  expect(getAlertText()).toBe('');
  await act(async () => fireEvent.pointerUp(document.body));
  expect(await screen.findByText('Too short')).toBeTruthy();
});

it('shows the error once the touch becomes a scroll', async () => {
  render(<Form />);
  await type('123');
  await act(async () => fireEvent.pointerDown(document.body));
  await leave();
  await act(async () => fireEvent.pointerCancel(document.body));
  expect(await screen.findByText('Too short')).toBeTruthy();
  // No button is pressed now: the next error appears at once.
  await type('1234567890');
  expect(getAlertText()).toBe('');
  await type('12');
  expect(getAlertText()).toBe('');
  await leave();
  expect(getAlertText()).toBe('Too short');
});

it('shows the error after each later press as well', async () => {
  render(<Form />);
  for (const end of [fireEvent.pointerUp, fireEvent.pointerCancel]) {
    await type('123');
    await act(async () => fireEvent.pointerDown(document.body));
    await leave();
    expect(getAlertText()).toBe('');
    await act(async () => end(document.body));
    await screen.findByText('Too short');
    await type('1234567890');
    expect(getAlertText()).toBe('');
  }
});
