// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildField, buildResource } from '../../core/forms/resource/testing';
import type { Row } from '../../core/lists/rows';
import { stubMediaQueries } from '../../core/ui/testing';
import { renderAt, serve } from '../imports/testing';
import ServiceCategoriesCell from './ServiceCategoriesCell';

const choices = ['Repair', 'Part requests', 'Remote support'].map((name, index) => ({ key: String(index + 1), name }));
const field = buildField('serviceCategories', 'choices', { choices: choices as never });
const parts = { ...buildResource([field]), name: 'parts' };
const row = { id: 5, serviceCategories: [1, 3] } as unknown as Row;
const path = '/api/v1/parts/update-service-category-part-mapping';

let client: ReturnType<typeof useQueryClient>;
function Cell(props: { row: Row }) {
  client = useQueryClient();
  return <ServiceCategoriesCell {...props} name="Pager" />;
}

async function open(respond: () => unknown, serviceCategories = [1, 3]) {
  const requests = serve({ [`PUT ${path}`]: respond });
  await renderAt(<Cell row={{ ...row, serviceCategories } as unknown as Row} />, {
    meta: { resources: [parts] } as never,
  });
  client.setQueryData(['parts', 'getList'], []);
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

const isListInvalidated = () => client.getQueryState(['parts', 'getList'])?.isInvalidated;

it('refetches the parts once the categories are saved', async () => {
  await open(() => true, [2]);
  expect(select().textContent).toBe('Part requests');
  await choose('Part requests');
  expect(select().textContent).toBe('None');
  expect(isListInvalidated()).toBe(false);
  fireEvent.click(saveButton() as HTMLElement);
  await waitFor(() => expect(isListInvalidated()).toBe(true));
});

it('shows the names of all categories on a card', async () => {
  stubMediaQueries((query) => query.includes('max-width'));
  await open(() => true);
  expect(select().textContent).toBe('Repair, Remote support');
});

it('has the names of all categories in its tooltip', async () => {
  await open(() => true);
  expect(screen.getByTitle('Repair, Remote support').textContent).toBe('Repair +1');
});
