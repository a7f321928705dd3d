// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../../api/http';
import type { RepairPart } from '../../../api/repairs';
import { PreviewProvider } from '../../../core/files/preview';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { ApprovedTotal, CostLines, FindingChip, getCostVisibility, isAllApproved, Total } from './Findings';
import { RepairReaderDetails } from './RepairDetails';
import { RepairChip } from './repairColumns';
import { buildPart } from './testing';
import { ModelAverage, UnitApprovalComment, UnitDiagnosis, UnitFiles, UnitHeading, UnitProblem } from './UnitDetails';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  sent.mockReset().mockResolvedValue([]);
});
afterEach(cleanup);

/** Render content of a unit and return its text. */
function show(content: ReactNode): string {
  cleanup();
  const page = (
    <PreviewProvider>
      <TestPage record={buildRecord({ arrivals: null, repairParts: [] })}>
        <div data-testid="content">{content}</div>
      </TestPage>
    </PreviewProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  return screen.getByTestId('content').textContent ?? '';
}
type Info = Partial<NonNullable<RepairPart['diagnosticInfo']>>;
const build = (info: Info, more: Partial<RepairPart> = {}) =>
  buildPart(1, {
    diagnosticInfo: {
      status: { key: 'FOR_REPAIR', value: 'For repair' },
      comment: '',
      withPredefinedTypes: false,
      ...info,
    },
    ...more,
  });
const total = (totalCost: number, more: Partial<RepairPart> = {}) => build({ totalCost }, more);
const service = (id: number, shortText: string, value: number) => ({ id, text: shortText, shortText, value });

describe('cost of a unit', () => {
  it('is hidden with the lines or the total that the server leaves out', () => {
    const prices = { diagnosticPrice: 1 };
    const totals = { diagnosticTypes: 1, repairTypes: 0, partsTypes: 0 };
    expect(getCostVisibility([build({})])).toEqual({ lines: false, total: false });
    expect(getCostVisibility([build({}), build({ pricesOrPredefinedTypes: prices })])).toEqual({
      lines: true,
      total: false,
    });
    expect(getCostVisibility([build({}), total(0)])).toEqual({ lines: false, total: true });
    expect(getCostVisibility([build({ typeTotals: totals })])).toEqual({ lines: true, total: true });
  });

  it('has a line per price, zero included', () => {
    const prices = { diagnosticPrice: 0, repairPrice: 12.5, partsPrice: null };
    expect(show(<CostLines part={build({ pricesOrPredefinedTypes: prices })} />)).toBe('Diagnostics$0.00Repair$12.50');
  });

  it('has a line per service with its kind, or a sum per kind above zero', () => {
    const chosen = {
      diagnosticTypes: [service(1, 'Insp.', 45)],
      repairTypes: [service(2, 'Det.', 5), service(3, 'Cal.', 6)],
      partsTypes: [],
    };
    const part = build({ withPredefinedTypes: true, pricesOrPredefinedTypes: chosen });
    expect(show(<CostLines part={part} />)).toBe('Diagnostics: Insp.$45.00Repair: Det.$5.00Repair: Cal.$6.00');
    const typeTotals = { diagnosticTypes: 45, repairTypes: 11, partsTypes: 0 };
    expect(show(<CostLines part={build({ typeTotals })} />)).toBe('Diagnostics$45.00Repair$11.00');
  });

  it('is struck through if the repair was rejected', () => {
    expect(show(<Total part={total(30)} />)).toBe('$30.00');
    expect(screen.getByText('$30.00').tagName).toBe('SPAN');
    show(<Total part={total(30, { needsApproval: true, repairApproval: 'REJECTED' })} />);
    expect(screen.getByText('$30.00').tagName).toBe('S');
    expect(show(<Total part={build({})} />)).toBe('');
  });

  it('is summed up for all repairs and for the approved ones', () => {
    const units = [
      total(30, { repairApproval: 'APPROVED' }),
      total(10.5, { repairApproval: 'REJECTED' }),
      total(5, { repairApproval: 'WAITING_APPROVAL' }),
    ];
    expect(show(<ApprovedTotal parts={units} />)).toBe('$30.00 of $45.50 approved');
    expect(isAllApproved(units)).toBe(false);
    expect(show(<ApprovedTotal parts={units.slice(0, 1)} />)).toBe('Approved cost$30.00');
  });

  it('is next to the average of its model, if the server knows one', async () => {
    show(<ModelAverage part={buildPart(1)} />);
    expect(screen.queryByText(/Model average/)).toBeNull();
    sent.mockResolvedValue([
      { unitId: 1, modelCost: 120, modelCases: 0 },
      { unitId: 2, modelCost: 80, modelCases: 4 },
    ]);
    show(
      <>
        <ModelAverage part={buildPart(1)} />
        <ModelAverage part={buildPart(2)} />
      </>,
    );
    await screen.findByText('Model average $80.00 (4 repairs)');
    expect(screen.getAllByText(/Model average/)).toHaveLength(1);
    expect(sent.mock.lastCall?.[2]).toMatchObject({ query: { repairId: 7 } });
  });
});

describe('diagnosis of a unit', () => {
  it('is its result, not received, or nothing yet', () => {
    expect(show(<FindingChip part={build({})} />)).toBe('For repair');
    expect(show(<FindingChip part={build({}, { isMissing: true })} />)).toBe('Not received');
    expect(show(<FindingChip part={build({ status: null })} />)).toBe('');
  });

  it('has its comment, and no section before there is a result', () => {
    expect(show(<UnitDiagnosis part={build({ comment: 'Cracked' })} />)).toBe('DiagnosisFor repairCracked');
    expect(show(<UnitDiagnosis part={build({ status: null, comment: 'Cracked' })} />)).toBe('');
    expect(show(<UnitDiagnosis part={build({ status: null }, { isMissing: true })} />)).toBe('DiagnosisNot received');
  });
});

describe('details of a unit', () => {
  it('have service tag and category, and name a missing serial number', () => {
    expect(show(<UnitHeading part={buildPart(1, { serviceTag: 'T-1' })} />)).toBe('RadEye G-10SN 1T-1 · Handheld');
    expect(show(<UnitHeading part={buildPart(1, { serialNumber: 'N/A' })} />)).toBe(
      'RadEye G-10No serial numberHandheld',
    );
  });

  it('say if there is no problem description', () => {
    expect(show(<UnitProblem part={buildPart(1, { problemDescription: 'Silent' })} />)).toBe('ProblemSilent');
    expect(show(<UnitProblem part={buildPart(1)} />)).toBe('ProblemNo description');
  });

  it('show three pictures at most, and the number of all files', () => {
    const file = (name: string, previewUrl: string | null) => ({ id: name, name, type: '', size: 1, previewUrl });
    const attachments = [
      file('log.txt', null),
      file('a.png', '/a'),
      file('b.jpg', '/b'),
      file('c.pdf', '/c'),
      file('d.png', '/d'),
      file('e.png', '/e'),
    ] as RepairPart['attachments'];
    show(<UnitFiles part={buildPart(1, { attachments })} />);
    const previews = screen.getAllByLabelText(/^Preview/).map((picture) => picture.getAttribute('aria-label'));
    expect(previews).toEqual(['Preview a.png', 'Preview b.jpg', 'Preview d.png']);
    expect(screen.getByLabelText('Attachments for RadEye G-10, SN 1: 6')).toBeTruthy();
    expect(show(<UnitFiles part={buildPart(1)} />)).toBe('');
  });

  it('quote a comment of the approval with its author', () => {
    expect(show(<UnitApprovalComment comment={undefined} />)).toBe('');
    const comment = { text: 'Too old', by: 'Vera', at: '2026-11-20T10:00:00Z' };
    expect(show(<UnitApprovalComment comment={comment} />)).toMatch(/^Approval commentToo oldVera, 11\/20\/2026/);
  });
});

describe('result of a unit in repair', () => {
  const chip = (part: RepairPart) => show(<RepairChip part={part} />);

  it('is its status, or why it has none', () => {
    expect(chip(build({}, { repairStatus: 'REPAIRED', isMissing: true }))).toBe('Not received');
    const isWorking = { status: { key: 'IT_IS_WORKING' as const, value: 'Working' } };
    expect(chip(build(isWorking))).toBe('Working');
    expect(chip(build({}, { needsApproval: true }))).toBe('Waiting for approval');
    expect(chip(build({}, { needsApproval: true, repairApproval: 'APPROVED' }))).not.toContain('approval');
    expect(chip(build({}, { needsApproval: false }))).not.toContain('approval');
  });

  it('is shown to readers with comment, new serial number, approval comment and cost', () => {
    const approvalComments = { IN_REPAIR_APPROVAL: { text: 'Go ahead', by: 'Vera', at: '2026-11-20T10:00:00Z' } };
    const replaced = { repairStatus: 'REPLACED', replacementSerial: 'NEW 1', repairComment: 'Swapped' } as const;
    const text = show(<RepairReaderDetails part={total(30, { ...replaced, approvalComments })} />);
    for (const known of ['Swapped', 'New serial numberNEW 1', 'Go ahead', '$30.00']) expect(text).toContain(known);
    const hidden = show(
      <RepairReaderDetails part={build({}, { repairStatus: 'REPAIRED', replacementSerial: 'OLD' })} />,
    );
    expect(hidden).not.toMatch(/Cost|OLD/);
  });
});
