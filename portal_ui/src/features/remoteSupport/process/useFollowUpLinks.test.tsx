// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildSupport, renderOnPage } from './testing';
import { useFollowUpLinks } from './useFollowUpLinks';

afterEach(cleanup);
function Links() {
  return useFollowUpLinks();
}
const renderLinks = (...pages: string[]) => renderOnPage(buildSupport(), <Links />, undefined, pages);

it('links to each kind of request that the user may create, with the source request in the URL', () => {
  renderLinks('new-repair', 'part-request/new', 'instruments');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Create repair request', '/en/new-repair?from=7'],
    ['Create part request', '/en/part-request/new?from=7'],
  ]);
});

it('shows no links to users who create no requests', () => {
  renderLinks('instruments', 'part-request/list');
  expect(screen.queryAllByRole('link')).toEqual([]);
});
