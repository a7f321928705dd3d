// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { StepMenu } from './StepMenu';
import { StepStrip } from './StepStrip';
import { buildRecord, buildStep, createTestRouter, TestPage } from './testing';

afterEach(cleanup);

const renderPage = (page: ReactNode) =>
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={createTestRouter(page)} />
    </ThemeProvider>,
  );
it('marks the step in which a closed request ended, and no current step', () => {
  const steps = [
    buildStep({ key: 'DETAILS', label: 'Details', state: 'done', ending: 'rejected' }),
    buildStep({ key: 'WORK', label: 'Work', state: 'upcoming', enabled: false, actorLabel: 'Service' }),
    buildStep({ key: 'COMPLETED', label: 'Completed', state: 'current' }),
  ];
  const record = buildRecord({}, { completedAt: '2026-11-21T12:00:00Z' });
  record.process = { ...record.process, steps };
  const onOpen = vi.fn();
  renderPage(
    <TestPage record={record}>
      <StepStrip steps={steps} open="COMPLETED" onOpen={onOpen} panelId="p" />
    </TestPage>,
  );
  expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-label'))).toEqual([
    expect.stringContaining('Rejected at this step'),
    'Work, Not started, Not needed',
    'Completed (Completion), Not started, Not needed',
  ]);
  fireEvent.click(screen.getByRole('tab', { name: /^Details/ }));
  expect(onOpen).toHaveBeenCalledWith('DETAILS');
});

const underWay = [
  buildStep({ key: 'DETAILS', label: 'Details', state: 'done' }),
  buildStep({ key: 'WORK', label: 'Work', state: 'current' }),
  buildStep({ key: 'COMPLETED', label: 'Completed', state: 'upcoming', enabled: false }),
];
const stateLabels = ['Done', 'Current step', 'Not started'].map((label) => expect.stringContaining(label));

it('shows the date in the step in which a request ended, not the party that acts in it', () => {
  const steps = [
    buildStep({ key: 'COMPLETED', label: 'Completed', state: 'current', ending: 'done', actorLabel: 'Client' }),
  ];
  renderPage(
    <TestPage record={buildRecord({}, { completedAt: '2026-11-21T12:00:00Z' })}>
      <StepStrip steps={steps} open="COMPLETED" onOpen={vi.fn()} panelId="p" />
    </TestPage>,
  );
  const label = screen.getByRole('tab').getAttribute('aria-label');
  expect(label).toContain('Nov 21');
  expect(label).not.toContain('Client');
});

it('announces the state of each step and the current one in tabs', () => {
  renderPage(
    <TestPage record={buildRecord({})}>
      <StepStrip steps={underWay} open="DETAILS" onOpen={vi.fn()} panelId="p" />
    </TestPage>,
  );
  const tabs = screen.getAllByRole('tab');
  expect(tabs.map((tab) => tab.getAttribute('aria-label'))).toEqual(stateLabels);
  expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual([null, 'step', null]);
});

it('announces the state of each step and the current one in a menu', () => {
  renderPage(
    <TestPage record={buildRecord({})}>
      <StepMenu steps={underWay} open="DETAILS" onOpen={vi.fn()} panelId="p" />
    </TestPage>,
  );
  fireEvent.click(screen.getByRole('button', { name: /Step 1 of 3/ }));
  const entries = screen.getAllByRole('menuitem');
  expect(entries.map((entry) => entry.textContent)).toEqual(stateLabels);
  expect(entries.map((entry) => entry.getAttribute('aria-current'))).toEqual([null, 'step', null]);
});

it('gives the outcome of a closed request no step number', () => {
  const closed = buildRecord({}, { completedAt: '2026-11-25T12:00:00Z' });
  const openMenu = (open: string) =>
    renderPage(
      <TestPage record={closed}>
        <StepMenu steps={underWay} open={open} onOpen={vi.fn()} panelId="p" />
      </TestPage>,
    );
  openMenu('WORK');
  expect(screen.queryByText(/^Step/)).toBeNull();
  cleanup();
  openMenu('DETAILS');
  screen.getByText('Step 1 of 3');
});

it('has the full step name as accessible name while the strip shows a short one', () => {
  const steps = [
    buildStep({ key: 'TRANSIT_BACK', label: 'Transit back', state: 'upcoming', enabled: false, actorLabel: 'Service' }),
    buildStep({ key: 'SHIPPING_DETAILS', label: 'Shipping details', state: 'current' }),
  ];
  renderPage(
    <TestPage record={buildRecord({})}>
      <StepStrip steps={steps} open="SHIPPING_DETAILS" onOpen={vi.fn()} panelId="p" />
    </TestPage>,
  );
  const [back, shipping] = screen.getAllByRole('tab');
  expect(back?.textContent).toBe('1ReturnService');
  expect(back?.getAttribute('aria-label')).toBe('Transit back (Return), Not started, Service');
  expect(shipping?.textContent).toBe('2Shipping');
  expect(shipping?.getAttribute('aria-label')).toBe('Shipping details, Current step');
});

it('fills the step segments with chart colors, not with text colors', () => {
  renderPage(
    <TestPage record={buildRecord({})}>
      <StepMenu steps={underWay} open="WORK" onOpen={vi.fn()} panelId="p" />
    </TestPage>,
  );
  const [done] = screen.getByRole('button').querySelectorAll('span[aria-hidden] > span');
  const sample = document.createElement('i');
  sample.style.backgroundColor = theme.portal.chart.done;
  expect(done && getComputedStyle(done).backgroundColor).toBe(sample.style.backgroundColor);
});

it('fits all steps: a long name ends in an ellipsis and is complete in the title', () => {
  const label = 'Waiting for diagnostics';
  renderPage(
    <TestPage record={buildRecord({})}>
      <StepStrip steps={[buildStep({ key: 'LATER', label })]} open="LATER" onOpen={vi.fn()} panelId="p" />
    </TestPage>,
  );
  const tab = screen.getByRole('tab');
  expect(tab.title).toBe(label);
  expect(getComputedStyle(tab).flexShrink).toBe('1');
  expect(getComputedStyle(screen.getByText(label)).textOverflow).toBe('ellipsis');
});
