// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { PreviewProvider } from '../../../core/files/preview';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { buildPart } from './testing';
import { buildUnitColumn, useAmountWidth } from './unitColumns';

afterEach(cleanup);

const show = (content: ReactNode, language = 'en') =>
  render(
    <RouterProvider
      router={createTestRouter(
        <TestPage record={buildRecord({})}>
          <PreviewProvider>{content}</PreviewProvider>
        </TestPage>,
        `/${language}/page`,
      )}
    />,
  );

function Width() {
  return <output>{useAmountWidth([])}</output>;
}

/** Width of text in 14 px tabular figures with cell padding, in pixels. */
const measure = (text: string) => text.length * 7.8 + 12;

it.each([
  ['en', '$1,560.00'],
  ['es', 'USD 1,560.00'],
])('fits the width of the amount column to amounts in %s', (language, amount) => {
  show(<Width />, language);
  const width = Number(screen.getByRole('status').textContent);
  expect(width).toBeGreaterThanOrEqual(measure(amount));
  expect(width).toBeLessThan(measure(amount) + 8);
});

it.each([
  ['SN 4711', ['SN 4711', 'RadEye G-10']],
  ['N/A', ['RadEye G-10', 'No serial number']],
])('names the model first if the serial number is %s', (serialNumber, lines) => {
  const part = buildPart(1, { serialNumber, partName: 'RadEye G-10' });
  const unit = buildUnitColumn({ isSerialFirst: true }).cell(part, { name: 'Unit', onCard: false });
  show(unit);
  const names = screen.getByRole('button', { name: 'Unit' }).firstElementChild;
  expect([...(names?.children ?? [])].map((line) => line.textContent)).toEqual(lines);
});

it.each([
  ['with an arrow, if nothing is next to the name', undefined, 1],
  ['without one next to a status', () => 'Repaired', 0],
])('opens a card by its name %s', (_, renderExtra, arrows) => {
  const column = buildUnitColumn(renderExtra ? { renderExtra } : {});
  const unit = column.cell(buildPart(1), { name: 'Unit', onCard: true });
  show(unit);
  expect(screen.getByRole('button', { name: 'Unit' }).querySelectorAll('svg')).toHaveLength(arrows);
});

it('keeps a long serial number on one line of a card, with its full text as a tooltip', () => {
  const serialNumber = '4711-'.repeat(51);
  const part = buildPart(1, { serialNumber, partName: 'RadEye G-10 with a name that may wrap' });
  show(buildUnitColumn().cell(part, { name: 'Unit', onCard: true }));
  const serial = screen.getByText(serialNumber);
  expect(getComputedStyle(serial)).toMatchObject({ whiteSpace: 'nowrap', textOverflow: 'ellipsis' });
  expect(serial.title).toBe(serialNumber);
  expect(getComputedStyle(screen.getByText(part.partName)).whiteSpace).not.toBe('nowrap');
});
