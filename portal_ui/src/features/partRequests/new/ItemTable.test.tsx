// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PreviewProvider } from '../../../core/files/preview';
import { createWrapper, stubWidth } from '../../../core/tables/testing';
import { ItemTable } from './ItemTable';
import type { Item } from './items';

const none = new Map<number, string>();
const label = ({ name }: Item) => ({ imageUrl: null, name, secondary: '', problem: null });
const item = (id: number): Item => ({ id, part: null, name: `Tube ${id}`, quantity: 1, images: [] });

function Items() {
  const [items, setItems] = useState([item(1), item(2), item(3)]);
  const remove = (id: number) => setItems((current) => current.filter((item) => item.id !== id));
  return (
    <PreviewProvider>
      <ItemTable items={items} errors={none} label={label} onRemove={remove} />
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
