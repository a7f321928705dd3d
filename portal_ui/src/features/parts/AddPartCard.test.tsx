// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { renderAt, serve } from '../imports/testing';
import { AddPartCard } from './AddPartCard';

it('moves the focus to the part field after adding a part', { timeout: 60_000 }, async () => {
  serve({
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'HANDHELD', name: 'Handheld' }],
    'GET /api/v1/parts/fetch/by/category': () => [
      { id: 5, partName: 'Pager', manufacturer: 'Acme', number: 'P-1', imageUrl: null },
    ],
  });
  const onAdd = vi.fn();
  await renderAt(<AddPartCard use="REPAIR" onAdd={onAdd} footer={<p>below the fields</p>} />, {
    at: '/en/new',
    route: '/:lang/new',
  });
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Category' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Handheld' }));
  expect(screen.getByText('below the fields').closest('form')).toBe(screen.getByRole('form'));
  const part = screen.getByRole('combobox', { name: 'Part' });
  await waitFor(() => expect(part).toHaveProperty('disabled', false));
  fireEvent.mouseDown(part);
  fireEvent.click(await screen.findByRole('option', { name: /Pager/ }));
  const add = screen.getByRole('button', { name: 'Add' });
  await waitFor(() => expect(add).toHaveProperty('disabled', false));
  add.focus();
  fireEvent.click(add);
  await waitFor(() => expect(onAdd).toHaveBeenCalledOnce());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Part' })));
  expect(add).toHaveProperty('disabled', true);
});

const pager = { id: 5, partName: 'Pager', manufacturer: 'Acme', number: 'P-1', imageUrl: null };

/** Open the form and choose the part. */
async function openWithPart(
  onAdd = vi.fn(),
  validateTotal: ComponentProps<typeof AddPartCard>['validateTotal'] = undefined,
) {
  serve({
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'HANDHELD', name: 'Handheld' }],
    'GET /api/v1/parts/fetch/by/category': () => [pager],
  });
  await renderAt(<AddPartCard use="PARTS" onAdd={onAdd} {...(validateTotal && { validateTotal })} />, {
    meta: { limits: { quantity: 9 } } as never,
  });
  expect(quantity().disabled).toBe(true);
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Category' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Handheld' }));
  const part = screen.getByRole('combobox', { name: 'Part' });
  await waitFor(() => expect(part).toHaveProperty('disabled', false));
  fireEvent.mouseDown(part);
  fireEvent.click(await screen.findByRole('option', { name: /Pager/ }));
  await waitFor(() => expect(quantity().disabled).toBe(false));
}
const quantity = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add' });
const type = (value: string) => fireEvent.change(quantity(), { target: { value } });

it('adds the typed quantity of the part, and keeps the category for the next one', { timeout: 60_000 }, async () => {
  const onAdd = vi.fn();
  await openWithPart(onAdd);
  expect(quantity().value).toBe('1');
  type('4');
  await waitFor(() => expect(add().disabled).toBe(false));
  fireEvent.click(add());
  await waitFor(() => expect(onAdd).toHaveBeenCalledOnce());
  expect(onAdd).toHaveBeenCalledWith(expect.objectContaining({ id: 5, name: 'Pager', category: 'HANDHELD' }), 4);
  await waitFor(() => expect(quantity().value).toBe('1'));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Category' }).value).toBe('Handheld');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Part' }).value).toBe('');
});

it('adds no invalid quantity, nor more than the request may have', { timeout: 60_000 }, async () => {
  const onAdd = vi.fn();
  await openWithPart(onAdd, (count, part) => (part?.id === 5 && count > 7 ? 'Up to 7 more' : undefined));
  for (const value of ['0', '10', '8']) {
    type(value);
    await waitFor(() => expect(add().disabled).toBe(true));
  }
  expect(await screen.findByText('Up to 7 more')).toBeTruthy();
  fireEvent.submit(screen.getByRole('form'));
  type('7');
  await waitFor(() => expect(add().disabled).toBe(false));
  expect(onAdd).not.toHaveBeenCalled();
});
