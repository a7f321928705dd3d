// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import type { PartValues } from '../../api/parts';
import { renderAt, serve } from '../imports/testing';
import { PartInputs } from './PartInputs';

const buildPart = (id: number, partName: string) => ({ id, partName, manufacturer: 'Kromek', imageUrl: null });
const partsByCategory: Record<string, unknown[]> = {
  RPM: [buildPart(1, 'Gate'), buildPart(2, 'Panel')],
  PRD: [buildPart(3, 'Pager')],
};

let getValues: () => PartValues;
function Inputs() {
  const form = useForm<PartValues>({ defaultValues: { category: '', partId: '' } });
  getValues = form.getValues;
  return (
    <FormProvider {...form}>
      <PartInputs use="REMOTE_SUPPORT" />
    </FormProvider>
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });

async function choose(name: string, option: string) {
  await waitFor(() => expect(field(name).disabled).toBe(false));
  fireEvent.mouseDown(field(name));
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(option) }));
}

it('offers the parts of the category for the kind of request, and clears the part with the category', async () => {
  const requests = serve({
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [
      { key: 'RPM', name: 'Portal monitor' },
      { key: 'PRD', name: 'Personal detector' },
    ],
    'GET /api/v1/parts/fetch/by/category': ({ query }) => partsByCategory[query.get('category') ?? ''],
  });
  await renderAt(<Inputs />);
  expect(field('Part').disabled).toBe(true);
  await choose('Category', 'Portal monitor');
  await choose('Part', 'Panel');
  expect(getValues()).toEqual({ category: 'RPM', partId: 2 });
  await choose('Category', 'Personal detector');
  expect(getValues()).toEqual({ category: 'PRD', partId: '' });
  expect(field('Part').value).toBe('');
  await choose('Part', 'Pager');
  expect(getValues()).toEqual({ category: 'PRD', partId: 3 });
  const uses = requests.flatMap(({ query }) => query.get('serviceCategories') ?? []);
  expect(uses).toEqual(['REMOTE_SUPPORT', 'REMOTE_SUPPORT']);
});

it('finds a part by its maker, and shows only its name once it is chosen', async () => {
  serve({
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'RPM', name: 'Portal monitor' }],
    'GET /api/v1/parts/fetch/by/category': () => [
      { ...buildPart(1, 'Gate'), manufacturer: 'Acme' },
      buildPart(2, 'Panel'),
    ],
  });
  await renderAt(<Inputs />);
  await choose('Category', 'Portal monitor');
  await waitFor(() => expect(field('Part').disabled).toBe(false));
  fireEvent.mouseDown(field('Part'));
  await screen.findByRole('option', { name: /Panel/ });
  fireEvent.change(field('Part'), { target: { value: 'acm' } });
  await waitFor(() => expect(screen.queryByRole('option', { name: /Panel/ })).toBeNull());
  fireEvent.click(screen.getByRole('option', { name: /Gate.*Acme/ }));
  expect(field('Part').value).toBe('Gate');
  expect(getValues().partId).toBe(1);
});

it.each(['all/enabled/categories', 'by/category'])('offers to load %s again after an error', async (failing) => {
  let isDown = true;
  const buildHandler = (path: string, content: unknown) => () =>
    isDown && path === failing ? new Response('{"code":"FORBIDDEN","message":"Not now"}', { status: 403 }) : content;
  serve({
    'GET /api/v1/parts/fetch/all/enabled/categories': buildHandler('all/enabled/categories', [
      { key: 'RPM', name: 'Gates' },
    ]),
    'GET /api/v1/parts/fetch/by/category': buildHandler('by/category', []),
  });
  await renderAt(<Inputs />);
  if (failing === 'by/category') await choose('Category', 'Gates');
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  fireEvent.click(again);
  await waitFor(() => expect(field('Category').disabled).toBe(false));
});

it('offers no category before they are loaded, and says that the parts of one are loading', async () => {
  const resolvers: ((value: unknown) => void)[] = [];
  const later = () => new Promise((resolve) => resolvers.push(resolve));
  serve({
    'GET /api/v1/parts/fetch/all/enabled/categories': later,
    'GET /api/v1/parts/fetch/by/category': later,
  });
  await renderAt(<Inputs />);
  expect(field('Category').disabled).toBe(true);
  await waitFor(() => expect(resolvers.length).toBeGreaterThan(0));
  for (const resolve of resolvers.splice(0)) resolve([{ key: 'RPM', name: 'Portal monitor' }]);
  await choose('Category', 'Portal monitor');
  fireEvent.mouseDown(field('Part'));
  expect(await screen.findByText('Loading…')).toBeTruthy();
  expect(screen.queryByText('No matches')).toBeNull();
  for (const resolve of resolvers.splice(0)) resolve(partsByCategory.RPM);
  expect(await screen.findByRole('option', { name: /Panel/ })).toBeTruthy();
});
