import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { type HelpPicture, helpPictures } from './helpPictures';
import type { Language } from './messages';
import { go, signIn, type User, users } from './portal';

/**
 * Folder of the help texts and their pictures. `helpPictures/` lists the headings, fields and buttons of each picture.
 * A picture that no longer matches its screen fails here: `scripts/test e2e help.spec.ts --update-snapshots` updates
 * both.
 */
const locale = join(import.meta.dirname, '../../locale');
const getSnapshotPath = (language: Language, name: string) =>
  join(import.meta.dirname, 'helpPictures', language, `${name}.txt`);
const languages = ['en', 'es'] as const;
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

type Tree = { [key: string]: string | Tree };

const flattenMessages = (tree: Tree): string[] =>
  Object.values(tree).flatMap((each) => (typeof each === 'string' ? [each] : flattenMessages(each)));

/** Return all messages of a language. */
function readMessages(language: Language): Set<string> {
  const files = readdirSync(join(locale, language)).filter((name) => name.endsWith('.json'));
  return new Set(
    files.flatMap((name) => flattenMessages(JSON.parse(readFileSync(join(locale, language, name), 'utf8')) as Tree)),
  );
}

const labelled =
  /^\s*- '?(heading|tab|button|textbox|searchbox|spinbutton|combobox|checkbox|switch|radio|columnheader) "([^"]+)"/;

/** Return the sorted headings, fields and buttons of an element. Names that are not messages are left out as data. */
async function describeElement(element: Locator, messages: Set<string>): Promise<string> {
  const tree = await element.ariaSnapshot();
  const found = tree.split('\n').flatMap((line) => {
    const [, role = '', name = ''] = labelled.exec(line) ?? [];
    const label = name.replace(/ ?\*$/, '');
    return messages.has(label) ? [`${role} ${label}`] : [];
  });
  return `${[...new Set(found)].sort().join('\n')}\n`;
}

/** Return the visible height of an element that cuts no text or control. */
const findCut = (element: Locator) =>
  element.evaluate((root) => {
    const { top, bottom } = root.getBoundingClientRect();
    if (bottom <= innerHeight) return bottom - top;
    const hasText = ({ childNodes }: Element) => [...childNodes].some((node) => node.nodeName === '#text');
    const isSolid = (each: Element) => each.matches('button, input, textarea, fieldset, img, svg, tr') || hasText(each);
    const solid = [...root.querySelectorAll('*')].filter(isSolid);
    const isCrossing = (each: Element, cut: number) => {
      const box = each.getBoundingClientRect();
      if (box.height > 200 || box.top >= cut || box.bottom <= cut - 8) return false;
      // Content below a sticky toolbar is not visible.
      const shown = document.elementFromPoint(box.left + box.width / 2, cut - 4);
      return shown !== null && (each.contains(shown) || shown.contains(each));
    };
    let cut = innerHeight;
    while (cut > innerHeight / 2) {
      const crossing = solid.filter((each) => isCrossing(each, cut));
      if (crossing.length === 0) return cut - top;
      cut = Math.min(...crossing.map((each) => each.getBoundingClientRect().top)) - 1;
    }
    return innerHeight - top;
  });

/** Save a screenshot as WebP, a fifth of the size of PNG. Playwright supports only PNG and JPEG. */
async function saveScreenshot(page: Page, element: Locator, path: string): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element has no bounding box');
  const [left, top] = await page.evaluate(() => [window.scrollX, window.scrollY] as const);
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 60,
    clip: { x: box.x + left, y: box.y + top, width: box.width, height: await findCut(element), scale: 1 },
  });
  writeFileSync(path, Buffer.from(data, 'base64'));
}

async function open(page: Page, language: Language, route: string): Promise<void> {
  await go(page, `/${language}/${route}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

/** Picture with its route, which is looked up once for all languages and widths. */
type Picture = Omit<HelpPicture, 'route'> & { route: string };

async function show(page: Page, language: Language, { route, part }: Picture): Promise<Locator> {
  await open(page, language, route);
  return part ? await part(page) : page.locator('#main-content');
}

/** Take all pictures for phones, then those for desktops, with descriptions. */
async function updatePictures(page: Page, language: Language, pictures: Picture[], messages: Set<string>) {
  const folder = join(locale, language, 'help');
  // A page uses its font from the cache only.
  await go(page, `/${language}`);
  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.setViewportSize(PHONE);
  for (const picture of pictures) {
    const element = await show(page, language, picture);
    await waitUntilStable(element, messages);
    await saveScreenshot(page, element, join(folder, `${picture.name}-phone.webp`));
  }
  await page.setViewportSize(DESKTOP);
  for (const picture of pictures) {
    const element = await show(page, language, picture);
    const snapshot = getSnapshotPath(language, picture.name);
    mkdirSync(join(snapshot, '..'), { recursive: true });
    writeFileSync(snapshot, await waitUntilStable(element, messages));
    await saveScreenshot(page, element, join(folder, `${picture.name}.webp`));
  }
}

/** Wait for two equal descriptions, as parts of the page may still be loading. */
async function waitUntilStable(element: Locator, messages: Set<string>): Promise<string> {
  let last = '';
  const isStable = async () => {
    const before = last;
    last = await describeElement(element, messages);
    return last === before && last.length > 1;
  };
  await expect.poll(isStable, { intervals: [1_000] }).toBe(true);
  return last;
}

async function compare(page: Page, language: Language, picture: Picture, messages: Set<string>) {
  const element = await show(page, language, picture);
  await expect
    .poll(() => describeElement(element, messages), { message: `the picture ${picture.name} (${language})` })
    .toBe(readFileSync(getSnapshotPath(language, picture.name), 'utf8'));
}

for (const user of Object.keys(users) as User[]) {
  const pictures = helpPictures.filter((picture) => picture.user === user);
  if (pictures.length === 0) continue;
  test(`the pictures in the help of ${users[user]} show what the screens hold`, async ({ page }) => {
    test.setTimeout(180_000);
    await signIn(page, user);
    const found = await Promise.all(pictures.map(async (each) => ({ ...each, route: await each.route(page) })));
    const isUpdate = ['all', 'changed'].includes(test.info().config.updateSnapshots);
    for (const language of languages) {
      const messages = readMessages(language);
      if (isUpdate) await updatePictures(page, language, found, messages);
      for (const picture of found) await compare(page, language, picture, messages);
    }
  });
}

test('“?” opens the help of the screen, without a fault, and Escape closes it', async ({ page }) => {
  await signIn(page, 'client');
  const panel = page.getByRole('dialog', { name: /^(Request a repair|Solicitar una reparación)$/ });
  for (const language of ['en', 'es'] as const) {
    const isPhone = language === 'es';
    const width = isPhone ? 360 : 1280;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: isPhone ? 'dark' : 'light' });
    await open(page, language, 'new-repair');
    const opener = page.getByRole('button', { name: isPhone ? 'Menú de la cuenta' : 'Help' });
    await opener.click();
    if (isPhone) await page.getByRole('menuitem', { name: 'Ayuda' }).click();
    await expect(panel.getByRole('img')).toBeVisible();
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});
