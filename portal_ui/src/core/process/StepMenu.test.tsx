// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { ProcessRecord } from '../../api/requests';
import { StepMenu } from './StepMenu';
import { StepStrip } from './StepStrip';
import { buildRecord, buildStep, createTestRouter, TestPage } from './testing';

afterEach(cleanup);
const onOpen = vi.fn();
const steps = [
  buildStep({ key: 'NEW', label: 'New', state: 'done', leftAt: '2026-11-20T17:00:00Z', actorLabel: 'Client' }),
  buildStep({ key: 'WORK', label: 'Work', state: 'current', actorLabel: 'Service' }),
  buildStep({ key: 'LATER', label: 'Later', state: 'upcoming', enabled: false, actorLabel: 'Client' }),
  buildStep({ key: 'SKIPPED', label: 'Passed', state: 'upcoming', enabled: true }),
  buildStep({ key: 'HISTORY', label: 'History', state: 'upcoming', enabled: true, actorLabel: 'Everyone' }),
];

function show(open: string, Steps = StepMenu, overrides: Partial<ProcessRecord> = {}) {
  onOpen.mockReset();
  const record = buildRecord({}, overrides);
  record.process = { ...record.process, steps };
  const page = (
    <TestPage record={record}>
      <Steps steps={steps} open={open} onOpen={onOpen} panelId="p" />
    </TestPage>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}

it('opens a step, and closes', async () => {
  show('WORK');
  const button = screen.getByRole('button', { expanded: false });
  expect(button.textContent).toContain('Work');
  expect(button.textContent).toContain('Step 2 of 4');
  fireEvent.click(button);
  expect(screen.getAllByRole('menuitem').map((entry) => entry.getAttribute('aria-disabled'))).toEqual([
    null,
    null,
    'true',
    null,
    null,
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: /New/ }));
  expect(onOpen.mock.calls).toEqual([['NEW']]);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('has the History tab without a number, state and note', () => {
  show('HISTORY');
  expect(screen.queryByText(/^Step/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { expanded: false }));
  expect(screen.getByRole('menuitem', { name: 'History' }).textContent).toBe('History');
});

it('shows when a step was left, or who acts in it, in tabs', () => {
  show('WORK', StepStrip);
  expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-label'))).toEqual([
    'New, Done, Nov 20',
    'Work, Current step, Service',
    'Later, Not started, Client',
    'Passed, Skipped',
    'History',
  ]);
  expect(screen.getAllByRole<HTMLButtonElement>('tab').map(({ disabled }) => disabled)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
  expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Work');
  for (const tab of screen.getAllByRole('tab')) expect(tab.getAttribute('aria-controls')).toBe('p');
});

it('keeps the parties of later steps if a request was closed without a rejection', () => {
  show('WORK', StepStrip, { completedAt: '2026-11-21T12:00:00Z' });
  expect(screen.getByRole('tab', { name: /^Later/ }).getAttribute('aria-label')).toBe('Later, Not started, Client');
  expect(screen.queryByRole('tab', { current: 'step' })).toBeNull();
});
