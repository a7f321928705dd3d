import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { deviceStorage } from '../api/storage';
import faces from './fonts.css?url';

const STORAGE_KEY = 'portal_letters';
const phone = '(max-width: 599.95px)';

/**
 * Letters are a seventh of what a page takes: a phone that has none of them yet is shown its first page in the system's,
 * and keeps to those until the next one, as letters that are swapped under a reader's eyes move the page.
 */
export const deferFonts = deviceStorage.getItem(STORAGE_KEY) !== faces && matchMedia(phone).matches;

/** Loads the portal's letters and shows them; where they do not come, the system's stay in their place. */
export async function loadFonts(): Promise<void> {
  await appendLink('stylesheet', faces);
  await document.fonts.load('1em "Inter Variable"');
  deviceStorage.setItem(STORAGE_KEY, faces);
}

/** Fetches the letters for the page that comes next. */
export const prefetchFonts = () => Promise.all([faces, latin].map((file) => appendLink('prefetch', file)));

function appendLink(rel: string, href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = { rel, href, crossOrigin: '', onload: resolve, onerror: reject };
    document.head.append(Object.assign(document.createElement('link'), link));
  });
}
