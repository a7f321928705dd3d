import createCache, { type EmotionCache } from '@emotion/cache';
import { StyleSheet } from '@emotion/sheet';

/**
 * Emotion sheet based on a constructed style sheet instead of <style> elements. The Content-Security-Policy then needs
 * no 'unsafe-inline' for styles.
 */
class ConstructableSheet extends StyleSheet {
  private readonly adopted = new CSSStyleSheet();
  private readonly first: boolean;

  constructor(options: ConstructorParameters<typeof StyleSheet>[0]) {
    super(options);
    // Global rules (key "...-global" in emotion) come before those of components.
    this.first = options.key.endsWith('-global');
    const sheets = document.adoptedStyleSheets;
    document.adoptedStyleSheets = this.first ? [this.adopted, ...sheets] : [...sheets, this.adopted];
  }

  override hydrate() {}

  override insert(rule: string) {
    try {
      this.adopted.insertRule(rule, this.adopted.cssRules.length);
    } catch {
      // Unknown vendor prefix: the rule is for other browsers.
    }
  }

  override flush() {
    this.adopted.replaceSync('');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.adopted);
  }
}

/** Create the cache for emotion's CacheProvider. */
export function createEmotionCache(): EmotionCache {
  const cache = createCache({ key: 'p', speedy: true });
  const options = { key: 'p', container: document.head, speedy: true };
  cache.sheet = new ConstructableSheet(options);
  return cache;
}
