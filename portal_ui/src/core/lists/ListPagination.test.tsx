// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { open, serve, workshops } from './testing';

/** Record the texts of live regions at each change, without hidden content. */
function recordAnnouncements(): string[] {
  const announcements: string[] = [];
  const texts = new WeakMap<Element, string>();
  new MutationObserver(() => {
    for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live]')) {
      const copy = region.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
      const text = copy.textContent;
      if (text && texts.get(region) !== text) announcements.push(text);
      texts.set(region, text);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
  return announcements;
}

it.each([false, true])('a list with rows announces its count once (on a phone: %s)', async (phone) => {
  const announcements = recordAnnouncements();
  serve();
  open(workshops, { phone });
  await screen.findByText('Beta');
  await screen.findByText('Showing 1 to 2 of 2');
  expect(announcements).toEqual(['Showing 1 to 2 of 2']);
});
