// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FatalError } from './FatalError';

afterEach(cleanup);

it('has the same text as index.html shows if scripts fail to load', () => {
  const page = new DOMParser().parseFromString(readFileSync('portal_ui/index.html', 'utf8'), 'text/html');
  const { container } = render(<FatalError />);
  const getTexts = (root: ParentNode) =>
    [...root.querySelectorAll('p, button')].map((each) => each.textContent?.trim());
  const unloaded = page.querySelector<HTMLTemplateElement>('#unloaded')?.content;
  expect(unloaded && getTexts(unloaded)).toEqual(getTexts(container));
  expect(unloaded?.querySelector('[role=alert]')).not.toBeNull();
  expect(getTexts(container)).toHaveLength(3);
});
