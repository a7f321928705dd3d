// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { PreviewProvider } from '../../../core/files/preview';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { buildPart } from './testing';
import {
  buildTotalColumn,
  buildUnitColumn,
  ClampedText,
  findingColumn,
  problemColumn,
  ReceiptNote,
  RejectedUnits,
  useAmountWidth,
} from './unitColumns';

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

const costing = (totalCost: number) =>
  buildPart(1, {
    diagnosticInfo: {
      status: { key: 'FOR_REPAIR', value: 'For repair' },
      comment: '',
      withPredefinedTypes: false,
      totalCost,
    },
  });

it('widens the amount column for longer amounts, but not for shorter ones', () => {
  const getWidth = (...amounts: number[]) => {
    cleanup();
    function Amounts() {
      return <output>{useAmountWidth(amounts.map(costing))}</output>;
    }
    show(<Amounts />);
    return Number(screen.getByRole('status').textContent);
  };
  expect(getWidth(1, 2)).toBe(getWidth());
  expect(getWidth(1, 1_234_567.5)).toBeGreaterThan(getWidth() + 15);
});

it('hides what a card of a unit lacks: problem, diagnosis and cost', () => {
  const isEmpty = (part: Parameters<NonNullable<typeof problemColumn.isEmpty>>[0]) =>
    [problemColumn, findingColumn, buildTotalColumn(100)].map((column) => column.isEmpty?.(part));
  expect(isEmpty(buildPart(1))).toEqual([true, true, true]);
  expect(isEmpty(buildPart(1, { problemDescription: 'Silent', isMissing: true }))).toEqual([false, false, true]);
  expect(isEmpty(costing(0))).toEqual([true, false, false]);
});

it('shows a text with its tooltip, else a placeholder or a dash', () => {
  show(
    <>
      <ClampedText>Silent</ClampedText>
      <div data-testid="empty">
        <ClampedText empty="No comment yet">{''}</ClampedText>
      </div>
      <div data-testid="dash">
        <ClampedText>{null}</ClampedText>
      </div>
    </>,
  );
  expect(screen.getByText('Silent').title).toBe('Silent');
  expect(screen.getByTestId('empty').textContent).toBe('No comment yet');
  expect(screen.getByTestId('dash').textContent).not.toBe('');
});

it('lists the units that were rejected in a step, with the reasons of that step', () => {
  const comment = (text: string) => ({ text, by: 'Vera', at: '2026-11-20T10:00:00Z' });
  const approvalComments = { NEW: comment('Not in the programme'), IN_REPAIR_APPROVAL: comment('Too expensive') };
  const repairParts = [
    buildPart(1, { initialApproval: 'REJECTED', approvalComments }),
    buildPart(2, { needsApproval: true, repairApproval: 'REJECTED', approvalComments }),
    buildPart(3, { approvalComments }),
  ];
  const open = (step: 'NEW' | 'IN_REPAIR_APPROVAL') => {
    cleanup();
    const page = (
      <TestPage record={buildRecord({ repairParts })}>
        <RejectedUnits title="repair.details.rejected" step={step} />
      </TestPage>
    );
    render(<RouterProvider router={createTestRouter(page)} />);
    return screen.getByRole('note').textContent;
  };
  expect(open('NEW')).toBe('This unit was rejectedRadEye G-10, SN 1Not in the programme');
  expect(open('IN_REPAIR_APPROVAL')).toBe('This unit was rejectedRadEye G-10, SN 2Too expensive');
});

it('has a warning only of units with a difference on arrival', () => {
  const units = [
    { id: 1, found: 'MISSING', note: '', photos: [] },
    { id: 2, found: 'THERE', note: '', photos: [] },
  ];
  const text = (arrivals: object | null, id: number) => {
    cleanup();
    const page = (
      <TestPage record={buildRecord({ arrivals })}>
        <div data-testid="note">
          <ReceiptNote part={buildPart(id)} />
        </div>
      </TestPage>
    );
    render(<RouterProvider router={createTestRouter(page)} />);
    return screen.getByTestId('note').textContent;
  };
  expect([1, 2, 3].map((id) => text({ units }, id))).toEqual(['On arrival: Missing', '', '']);
  expect(text(null, 1)).toBe('');
});
