// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Form } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import type { Field } from '../../api/types';
import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';
import { stubMediaQueries } from '../../core/ui/testing';
import { renderAt } from '../imports/testing';
import { CategoryName, DirtyContext, MatrixInput, toggleColumn } from './MatrixInput';

const MailMessages = createMessagesProvider(import.meta.glob('../../../../locale/*/mailSettings.json'));
const order = ['CLIENT', 'SERVICE', 'ADMIN'];

it('keeps the order of the matrix, so that a reverted change is not dirty', () => {
  const before = ['CLIENT', 'ADMIN'];
  const unchecked = toggleColumn(before, 'CLIENT', false, order);
  expect(unchecked).toEqual(['ADMIN']);
  expect(toggleColumn(unchecked, 'CLIENT', true, order)).toEqual(before);
  expect(toggleColumn(before, 'SERVICE', true, order)).toEqual(order);
  expect(toggleColumn(before, 'ADMIN', true, order)).toEqual(before);
});

it('labels the table of checkboxes with the category of the tab', { timeout: 30_000 }, async () => {
  const field = { key: 'settings', choices: [{ key: 'CLIENT', name: 'Client' }] } as unknown as Field;
  const record = { id: 1, choices: { settings: [{ key: 'NEW', name: 'New' }] } };
  await renderAt(
    <MailMessages>
      <CategoryName value="Repair">
        <Form>
          <MatrixInput field={field} record={record} name="REPAIR" />
        </Form>
      </CategoryName>
    </MailMessages>,
    { at: '/en/mail', route: '/:lang/mail' },
  );
  expect(await screen.findByRole('table', { name: 'Repair' })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Client: New' })).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

const columns = [
  { key: 'CLIENT', name: 'Client' },
  { key: 'SERVICE', name: 'Service' },
];
const matrix = { key: 'settings', choices: columns } as unknown as Field;

/** Render two rows; return their checked columns and the unsaved states. */
async function open(settings: object) {
  const reportDirty = vi.fn();
  let values: unknown;
  const Values = () => {
    values = useWatch({ name: 'settings' });
    return null;
  };
  const rows = [
    { key: 'NEW', name: 'New' },
    { key: 'SENT', name: 'Sent' },
  ];
  await renderAt(
    <MailMessages>
      <DirtyContext value={reportDirty}>
        <Form defaultValues={{ settings }}>
          <MatrixInput field={matrix} record={{ id: 7, choices: { settings: rows } } as never} name="REPAIR" />
          <Values />
        </Form>
      </DirtyContext>
    </MailMessages>,
    { at: '/en/mail', route: '/:lang/mail' },
  );
  return { values: () => values, reportDirty };
}

it('changes one recipient of one event, and reports whether there are changes', async () => {
  const { values, reportDirty } = await open({ NEW: ['SERVICE'], SENT: ['CLIENT'] });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Client: New' });
  expect(box.checked).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Service: New' }).checked).toBe(true);
  fireEvent.click(box);
  await waitFor(() => expect(values()).toEqual({ NEW: ['CLIENT', 'SERVICE'], SENT: ['CLIENT'] }));
  await waitFor(() => expect(reportDirty).toHaveBeenLastCalledWith(7, true));
  fireEvent.click(box);
  await waitFor(() => expect(reportDirty).toHaveBeenLastCalledWith(7, false));
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Status or event',
    'Client',
    'Service',
  ]);
});

it('names the recipients of each event on a phone and shows its checkboxes on request', async () => {
  stubMediaQueries((query) => query.includes('max-width'));
  const { values } = await open({ NEW: ['SERVICE'] });
  const [first, second] = await screen.findAllByRole('button');
  expect([first?.textContent, second?.textContent]).toEqual(['NewService', 'SentNo one']);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(first?.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(first as HTMLElement);
  expect(first?.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Client: New' }));
  await waitFor(() => expect(first?.textContent).toBe('NewClient, Service'));
  expect(values()).toMatchObject({ NEW: ['CLIENT', 'SERVICE'] });
  fireEvent.click(first as HTMLElement);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('names the checkboxes of an event on a phone by the event, which its button controls', async () => {
  stubMediaQueries((query) => query.includes('max-width'));
  await open({});
  const button = (await screen.findAllByRole('button'))[1] as HTMLElement;
  expect(button.hasAttribute('aria-controls')).toBe(false);
  fireEvent.click(button);
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
  expect(panel?.querySelectorAll('input')).toHaveLength(2);
  expect(screen.getByRole('group', { name: 'Sent' }).contains(panel)).toBe(true);
});
