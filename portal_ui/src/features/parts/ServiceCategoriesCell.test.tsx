// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildField, buildResource } from '../../core/forms/resource/testing';
import type { Row } from '../../core/lists/rows';
import { renderAt, serve } from '../imports/testing';
import ServiceCategoriesCell from './ServiceCategoriesCell';

const choices = ['Repair', 'Part requests', 'Remote support'].map((name, index) => ({ key: String(index + 1), name }));
const field = buildField('serviceCategories', 'choices', { choices: choices as never });
const parts = { ...buildResource([field]), name: 'parts' };
const row = { id: 5, serviceCategories: [1, 3] } as unknown as Row;
const path = '/api/v1/parts/update-service-category-part-mapping';

async function open(answer: () => unknown) {
  const requests = serve({ [`PUT ${path}`]: answer });
  await renderAt(<ServiceCategoriesCell row={row} name="Pager" />, { meta: { resources: [parts] } as never });
  return requests;
}

const select = () => screen.getByRole('combobox', { name: 'Service categories of Pager' });
const saveButton = () => screen.queryByRole('button', { name: 'Save the service categories of Pager' });

async function choose(name: string) {
  fireEvent.mouseDown(select());
  const list = await screen.findByRole('listbox');
  fireEvent.click(within(list).getByRole('option', { name }));
  fireEvent.keyDown(list, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
}

it('shows the first category with the number of others, and saves the chosen ones of the part', async () => {
  const requests = await open(() => true);
  expect(select().textContent).toBe('Repair +1');
  expect(saveButton()).toBeNull();
  await choose('Part requests');
  expect(select().textContent).toBe('Repair +2');
  fireEvent.click(saveButton() as HTMLElement);
  expect(await screen.findByText('Service categories of Pager saved')).toBeTruthy();
  expect(requests.map(({ query, body }) => [query.get('partId'), body])).toEqual([['5', [1, 3, 2]]]);
});

it('keeps a choice that the server rejected, so that it can be saved again', async () => {
  await open(() => new Response('{"code":"VALIDATION","message":"The part is in use.","fields":{}}', { status: 400 }));
  await choose('Repair');
  fireEvent.click(saveButton() as HTMLElement);
  expect(await screen.findByText(/The part is in use/)).toBeTruthy();
  expect(select().textContent).toBe('Remote support');
  expect(saveButton()).toBeTruthy();
});
