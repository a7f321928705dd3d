// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FatalError } from './FatalError';
import { LoadingScreen } from './LoadingScreen';

afterEach(cleanup);

const page = new DOMParser().parseFromString(readFileSync('portal_ui/index.html', 'utf8'), 'text/html');
const getTexts = (root: ParentNode) => [...root.querySelectorAll('p, button')].map((each) => each.textContent?.trim());

it('shows the texts of the error page if scripts fail to load', () => {
  const { container } = render(<FatalError />);
  const unloaded = page.querySelector<HTMLTemplateElement>('#unloaded')?.content;
  expect(unloaded && getTexts(unloaded)).toEqual(getTexts(container));
  expect(unloaded?.querySelector('[role=alert]')).not.toBeNull();
  expect(getTexts(container)).toHaveLength(3);
});

it('shows the loading screen, so that the first render changes nothing', () => {
  const { container } = render(<LoadingScreen />);
  expect(page.querySelector('#root')?.innerHTML).toBe(container.innerHTML);
});
