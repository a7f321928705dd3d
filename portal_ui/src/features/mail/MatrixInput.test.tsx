// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { Form } from 'ra-core';
import { expect, it } from 'vitest';
import type { Field } from '../../api/types';
import { renderAt } from '../imports/testing';
import { MailMessages } from './MailMessages';
import { CategoryName, MatrixInput, toggleColumn } from './MatrixInput';

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
