// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderAt, serve } from '../imports/testing';
import { SerialHint } from './SerialHint';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

let setPartId: (id: number) => void;
function Unit() {
  const form = useForm({ defaultValues: { partId: 3, serial: '' } });
  setPartId = (id) => form.setValue('partId', id);
  return (
    <FormProvider {...form}>
      <input aria-label="Serial number" {...form.register('serial')} />
      <SerialHint partId={form.watch('partId')} field="serial" />
    </FormProvider>
  );
}

it('describes the instrument of the part and serial number, half a second after the last key', async () => {
  const hint = { instrumentId: 4, open: [], times: 0, backDaysAgo: null, replacedBy: [], replaces: [] };
  const requests = serve({
    'GET /api/v1/instruments/known': ({ query }) => ({
      ...hint,
      open: [{ id: 31, number: `R-${query.get('partId')}-${query.get('serialNumber')}` }],
    }),
  });
  await renderAt(<Unit />);
  const type = (value: string) => fireEvent.change(screen.getByLabelText('Serial number'), { target: { value } });
  const wait = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    await act(() => vi.advanceTimersByTimeAsync(10));
  };
  const text = () => screen.getByRole('status').textContent;
  type('A');
  await wait(300);
  type(' A1 ');
  await wait(300);
  expect(requests).toEqual([]);
  await wait(300);
  expect(text()).toContain('R-3-A1');
  // The hint is about another number as soon as one more character is typed.
  type('A12');
  expect(text()).toBe('');
  await wait(600);
  expect(text()).toContain('R-3-A12');
  act(() => setPartId(5));
  await wait(10);
  expect(text()).toContain('R-5-A12');
  expect(requests).toHaveLength(3);
});
