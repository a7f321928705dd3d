// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
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
