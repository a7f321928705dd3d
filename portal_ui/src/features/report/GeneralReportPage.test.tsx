// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import type { ListView } from '../../core/lists/ListViewTabs';
import { renderAt } from '../imports/testing';
import GeneralReportPage from './GeneralReportPage';

vi.mock('./ReportCharts', () => ({ ReportCharts: () => <p>charts of the report</p> }));
vi.mock('../../core/lists/ResourceList', () => ({
  default: ({ name, views, actions }: { name: string; views: ListView[]; actions: ReactNode }) => (
    <>
      <h1>{name}</h1>
      {views.map(({ key, Body }) => (
        <section key={key} aria-label={key}>
          <Body />
        </section>
      ))}
      {actions}
    </>
  ),
}));

it('is the list of the report with its charts, and can be printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await renderAt(<GeneralReportPage />, { at: '/en/report', route: '/:lang/report' });
  expect(await screen.findByRole('heading', { name: 'general-report' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'charts' }).textContent).toBe('charts of the report');
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});
