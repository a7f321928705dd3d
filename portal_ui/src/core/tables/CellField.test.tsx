// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { InvalidFieldsAlert } from '../forms/InvalidFieldsAlert';
import { PortalForm } from '../forms/PortalForm';
import { CellField } from './CellField';
import { createWrapper } from './testing';

afterEach(cleanup);

const columns = ['weight', 'price', 'origin'] as const;

it('describes each wrong cell of a refused form, which announces one summary', { timeout: 30_000 }, async () => {
  render(
    <PortalForm
      values={{ weight: '', price: '', origin: '' }}
      validate={() => Object.fromEntries(columns.map((column) => [column, `Enter the ${column}`]))}
      mode="onSubmit"
      onSave={() => {}}
    >
      {columns.map((column) => (
        <CellField key={column} name={column} cell={column} label={column} />
      ))}
      <InvalidFieldsAlert />
      <button type="submit">Save</button>
    </PortalForm>,
    { wrapper: await createWrapper() },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Enter the origin');
  for (const column of columns) {
    const description = screen.getByRole('textbox', { name: column }).getAttribute('aria-describedby');
    expect(document.getElementById(description ?? '')?.textContent).toBe(`Enter the ${column}`);
  }
  const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(alerts).toEqual(['Not saved: 3 fields need attention.']);
});
