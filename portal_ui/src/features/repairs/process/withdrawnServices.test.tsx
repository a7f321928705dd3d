// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { PredefinedService } from '../../../api/types';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { Costs } from './Costs';
import { toDiagnosticRow } from './diagnosticRows';
import { buildPart } from './testing';
import { toUnitForm } from './unitRows';

afterEach(cleanup);

/** Render the cost of a unit with services that its part no longer offers. */
function open(...repairTypes: PredefinedService[]) {
  const info = { status: null, comment: '', withPredefinedTypes: true };
  const pricesOrPredefinedTypes = { diagnosticTypes: [], repairTypes, partsTypes: [] };
  const part = buildPart(1, { diagnosticInfo: { ...info, pricesOrPredefinedTypes } });
  function Unit() {
    const form = useForm({ defaultValues: toUnitForm([part], toDiagnosticRow) });
    return (
      <FormProvider {...form}>
        <Costs part={part} name="SN 1" offered={undefined} />
      </FormProvider>
    );
  }
  const page = (
    <TestPage record={buildRecord({ repairParts: [part] })}>
      <Unit />
    </TestPage>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}

it('shows services that only the unit still has, and lets users remove them', {
  timeout: 30_000,
}, async () => {
  open({ id: 9, text: 'Rewinding of the coil', shortText: 'Rewinding', value: 75 });
  expect(screen.getByRole('status').textContent).toContain('75');
  fireEvent.click(screen.getByRole('button', { name: /Rewinding.*SN 1/ }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('checkbox', { name: /Rewinding of the coil/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).not.toContain('75'));
});

it('switches a unit whose part has no services any more to prices', { timeout: 30_000 }, () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Prices' }));
  expect(screen.getAllByRole('textbox')).toHaveLength(3);
});

it('keeps the pricing method that is clicked again, and offers no services if there are none', () => {
  open();
  const method = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  fireEvent.click(method('Services'));
  expect(method('Services').getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText<HTMLButtonElement>('Choose services', { selector: 'button' }).disabled).toBe(true);
  fireEvent.click(method('Prices'));
  expect(screen.queryByRole('button', { name: 'Services' })).toBeNull();
  expect(screen.queryByRole('group', { name: /^Pricing method/ })).toBeNull();
});
