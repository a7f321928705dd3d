import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { getViolations } from './accessibility';
import type { Language } from './messages';
import type { Kind, Worker } from './processPage';

export const data = process.env.PORTAL_SAMPLES ?? join(import.meta.dirname, '../../../shared/data');
const photos = ['inv_pcb.jpeg', 'inv_torx.jpg'].map((name) => join(data, 'images', name));
export const samples = photos.every(existsSync);

export const parts: Kind = { route: 'process-part-request', key: 'PARTS' };
const handheld: Record<Language, string> = { en: 'Handheld', es: 'Portátil' };

export async function expectAccessible(page: Page, label: string): Promise<void> {
  expect.soft(await getViolations(page), label).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${label} scrolls sideways`).toBeLessThanOrEqual(0);
}

export const openNewPartRequest = async ({ page, messages, load }: Worker): Promise<void> => {
  await load('part-request/new');
  await expect(page.getByRole('combobox', { name: messages.t('catalogue.category') })).toBeVisible();
};

/** Add a part of the catalog by its index in the list, and return its name. */
export async function addPart(
  { page, t, button, messages, press, write }: Worker,
  optionIndex: number,
  quantity: string,
): Promise<string> {
  const category = page.getByRole('combobox', { name: t('catalogue.category') });
  await press(category);
  await press(page.getByRole('option', { name: handheld[messages.language] }));
  await press(page.getByRole('combobox', { name: t('catalogue.part') }));
  const option = page.getByRole('option').nth(optionIndex);
  const name = (await option.locator('p').locator('..').locator('> :first-child').textContent()) ?? '';
  await press(option);
  await write(page.getByLabel(t('catalogue.quantity'), { exact: true }), quantity);
  await press(button(t('catalogue.add')));
  return name;
}

/** Suggest a part with photos. */
export async function proposePart(
  { page, t, button, press, write, driver }: Worker,
  name: string,
  quantity: string,
): Promise<void> {
  await press(button(t('newPartRequest.propose.open')));
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: t('newPartRequest.propose.add') });
  await write(dialog.getByLabel(t('newPartRequest.propose.name')), name);
  await write(dialog.getByLabel(t('newPartRequest.propose.quantity')), quantity);
  await expect(add).toBeDisabled();
  await driver.attachFiles(dialog, photos);
  await expect(add).toBeEnabled({ timeout: 30_000 });
  await expectAccessible(page, 'propose');
  await press(add);
  await expect(dialog).toBeHidden();
}

/** Submit and confirm, and return the response of the server. */
export async function submit({ page, t, button, press }: Worker, label = 'creation.submit') {
  const created = page.waitForResponse((response) => response.url().includes('/new-part-request-items'));
  await press(button(t(label)));
  await press(page.getByRole('dialog').getByRole('button', { name: t('newPartRequest.confirm.validate') }));
  return (await (await created).json()) as { id: number; requestId: string };
}
