// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { PreviewProvider } from '../../../core/files/preview';
import { createWrapper, stubWidth } from '../../../core/tables/testing';
import { ItemTable } from './ItemTable';
import type { Item } from './items';

afterEach(cleanup);

const none = new Map<number, string>();
const label = ({ name }: Item) => ({ imageUrl: null, name, secondary: '', problem: null });
const item = (id: number): Item => ({ id, part: null, name: `Tube ${id}`, quantity: 1, images: [] });

function Items() {
  const [items, setItems] = useState([item(1), item(2), item(3)]);
  const remove = (id: number) => setItems((current) => current.filter((item) => item.id !== id));
  const setQuantity = (id: number, quantity: number) =>
    setItems((current) => current.map((item) => (item.id === id ? { ...item, quantity } : item)));
  return (
    <PreviewProvider>
      <ItemTable
        items={items}
        errors={none}
        label={label}
        validate={(_, text) => (/^[1-9]$/.test(text) ? undefined : 'Enter 1 to 9')}
        onQuantity={setQuantity}
        onRemove={remove}
      />
      <p>{items.map(({ quantity }) => quantity).join(', ')}</p>
    </PreviewProvider>
  );
}

const button = (id: number) => screen.getByRole('button', { name: `Delete Tube ${id}` });
const remove = (id: number) => {
  button(id).focus();
  fireEvent.click(button(id));
};

it('moves the focus to the adjacent row after a removal', { timeout: 30_000 }, async () => {
  stubWidth(1200);
  HTMLElement.prototype.scrollIntoView = () => {};
  const wrapper = await createWrapper();
  render(<Items />, { wrapper });
  remove(2);
  expect(document.activeElement).toBe(button(3));
  remove(3);
  expect(document.activeElement).toBe(button(1));
});

it.each(['99', ''])('restores the quantity from before an invalid text: %j', { timeout: 30_000 }, async (text) => {
  stubWidth(1200);
  const wrapper = await createWrapper();
  render(<Items />, { wrapper });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Tube 2' });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: '9' } });
  fireEvent.change(field, { target: { value: text } });
  expect(screen.getByText('Enter 1 to 9')).toBeTruthy();
  fireEvent.blur(field);
  expect(field.value).toBe('1');
  expect(screen.getByText('1, 1, 1')).toBeTruthy();
});

it('has the quantity as a field, with its error', { timeout: 30_000 }, async () => {
  stubWidth(1200);
  const wrapper = await createWrapper();
  render(<Items />, { wrapper });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Tube 2' });
  fireEvent.change(field, { target: { value: '5' } });
  expect(screen.getByText('1, 5, 1')).toBeTruthy();
  fireEvent.change(field, { target: { value: '0' } });
  expect(field.value).toBe('0');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Enter 1 to 9');
  fireEvent.blur(field);
  expect(screen.queryByText('Enter 1 to 9')).toBeNull();
});

it('shows the part number, and the error of an item rather than its problem', { timeout: 30_000 }, async () => {
  stubWidth(1200);
  const wrapper = await createWrapper();
  const part = { id: 3, name: 'Tube', maker: 'Kromek', number: 'T-1', category: 'RPM', imageUrl: null };
  render(
    <PreviewProvider>
      <ItemTable
        items={[{ ...item(1), part }, item(2), item(3)]}
        errors={new Map([[2, 'Refused']])}
        label={(each) => ({ ...label(each), problem: each.id === 1 ? null : `Problem ${each.id}` })}
        validate={() => undefined}
        onQuantity={() => {}}
        onRemove={() => {}}
      />
    </PreviewProvider>,
    { wrapper },
  );
  expect(screen.getByText('T-1')).toBeTruthy();
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Refused', 'Problem 3']);
});
