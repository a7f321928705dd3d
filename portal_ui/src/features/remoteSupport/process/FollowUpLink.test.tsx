// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FollowUpLink } from './FollowUpLink';
import { buildSupport, renderOnPage } from './testing';

afterEach(cleanup);
const renderLink = (...pages: string[]) => renderOnPage(buildSupport(), <FollowUpLink />, undefined, pages);

it('links to each kind of request that the user may create, with the source request in the URL', () => {
  renderLink('new-repair', 'part-request/new', 'instruments');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Create repair request', '/en/new-repair?from=7'],
    ['Create part request', '/en/part-request/new?from=7'],
  ]);
});

it('shows no links to users who create no requests', () => {
  renderLink('instruments', 'part-request/list');
  expect(screen.queryAllByRole('link')).toEqual([]);
});
