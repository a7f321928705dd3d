// @vitest-environment jsdom
import { StyleSheet } from '@emotion/sheet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEmotionCache } from './emotionCache';

/** Constructed style sheet, which jsdom lacks. */
class FakeSheet {
  cssRules: string[] = [];
  insertRule(rule: string, index: number) {
    if (rule.startsWith('::-unknown')) throw new SyntaxError('unknown');
    this.cssRules.splice(index, 0, rule);
  }
  replaceSync() {
    this.cssRules = [];
  }
}

let adopted: FakeSheet[];
const readRules = () => adopted.flatMap(({ cssRules }) => cssRules);

beforeEach(() => {
  adopted = [];
  vi.stubGlobal('CSSStyleSheet', FakeSheet);
  Object.defineProperty(document, 'adoptedStyleSheets', {
    configurable: true,
    get: () => adopted,
    set: (sheets: FakeSheet[]) => {
      adopted = sheets;
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'adoptedStyleSheets');
});

it('adds rules in their order without style elements, and ignores those of other browsers', () => {
  const { sheet } = createEmotionCache();
  for (const rule of ['a{}', '::-unknown{}', 'b{}']) sheet.insert(rule);
  expect(readRules()).toEqual(['a{}', 'b{}']);
  expect(document.querySelectorAll('style')).toHaveLength(0);
});

it('has global rules before those of components, whenever they are added, and removes them', () => {
  const { sheet } = createEmotionCache();
  sheet.insert('component{}');
  const Sheet = sheet.constructor as typeof StyleSheet;
  const global = new Sheet({ key: 'p-global', container: document.head, speedy: true });
  global.insert('global{}');
  expect(global).toBeInstanceOf(StyleSheet);
  expect(readRules()).toEqual(['global{}', 'component{}']);
  global.flush();
  expect(readRules()).toEqual(['component{}']);
  expect(adopted).toHaveLength(1);
});
