// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PreviewProvider } from '../../../core/files/preview';
import { stubMediaQueries } from '../../../core/ui/testing';
import { CompletionPane } from './sessionPanes';
import { buildSupport, renderOnPage } from './testing';

beforeEach(() => {
  stubMediaQueries((query) => query.includes('min-width'));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the totals next to the request, and follow-up requests in the action bar, on completion', () => {
  const record = {
    ...buildSupport(),
    title: 'No spectra',
    description: 'The screen stays empty.',
    preferredDate: '2026-11-20T15:00:00Z',
    attachments: [],
    serviceReviewSessions: [],
    totalHours: 2.25,
    lastSessionDate: '2026-11-21',
  } as unknown as ReturnType<typeof buildSupport>;
  const pane = (
    <PreviewProvider>
      <CompletionPane />
    </PreviewProvider>
  );
  const { container } = renderOnPage(record, pane, undefined, ['new-repair']);
  const aside = within(screen.getByRole('complementary', { name: 'About this request' }));
  aside.getByRole('heading', { name: 'No spectra' });
  expect(screen.getAllByText('No spectra')).toHaveLength(1);
  expect(screen.getByText('Total hours').nextElementSibling?.textContent).toBe('2.25 h');
  const bar = container.querySelector<HTMLElement>('[data-action-bar]');
  expect(bar && within(bar).getByRole('link', { name: 'Create repair request' })).toBeTruthy();
});
