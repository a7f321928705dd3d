import { expect, type Page } from '@playwright/test';
import { openDialog, parts, repair } from './helpPictures';
import { buildListUrl, go, type User } from './portal';

/** Screen with its user, its route, and a wait until it is loaded. A route may need preparation. */
export type Screen = {
  name: string;
  user?: User;
  route: string | ((page: Page) => Promise<string>);
  ready: (page: Page) => Promise<void>;
};

export const waitForHeading = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
};

/** Go to another page, and wait until its title replaces that of the page before. */
export async function goToOther(page: Page, route: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1 });
  const previous = (await title.allTextContents()).join();
  await go(page, route);
  await expect(title).not.toHaveText(previous, { timeout: 30_000 });
  await waitForHeading(page);
}

const waitForLink = async (page: Page, route: string) => {
  await waitForHeading(page);
  await expect(page.locator(`main a[href*="${route}"]`).first()).toBeVisible();
};
export const waitForRows = (page: Page) => waitForLink(page, 'process-repair');

const waitForUser = (page: Page) => expect(page.locator('input[name=username]')).toBeVisible();

const allRows = { filter: { createdFrom: '2020-01-01' } };

/** All screens, and some of their dialogs. */
export const screens: Screen[] = [
  { name: 'login', route: 'login', ready: waitForHeading },
  { name: 'description', route: 'sts-description', ready: waitForHeading },
  { name: 'disclaimer', route: 'sts-disclaimer', ready: waitForHeading },
  ...(['password', 'username'] as const).map((field) => ({
    name: `forgotten ${field}`,
    route: 'login',
    ready: async (page: Page) => {
      await page
        .getByRole('button', { name: field === 'password' ? /password\?|contraseña\?/ : /username\?|usuario\?/ })
        .click();
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    },
  })),
  {
    name: 'an expired link',
    route: 'reset-password/none',
    ready: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'request an account',
    route: 'request-account/request',
    ready: async (page) => {
      await page.getByRole('button', { name: /^(Submit request|Enviar solicitud)$/ }).click();
      await expect(page.getByText(/^(Required!|¡Obligatorio!)$/).first()).toBeVisible();
    },
  },
  { name: 'instruments', user: 'supervisor', route: 'instruments', ready: (page) => waitForLink(page, 'instrument/') },
  {
    name: 'an instrument',
    user: 'client',
    route: 'instrument/1',
    ready: (page) => waitForLink(page, 'process-repair'),
  },
  { name: 'account requests', user: 'supervisor', route: 'account-requests', ready: waitForHeading },
  {
    name: 'no account request',
    user: 'supervisor',
    route: 'request-account/approve/999999',
    ready: (page) => expect(page.getByText(/^(Request not found|No se encontró la solicitud)$/)).toBeVisible(),
  },
  {
    name: 'sent emails',
    user: 'admin',
    route: async (page) => {
      // A new portal has not sent an email yet.
      await page.request.put('/api/v1/support/request-reset-password', { params: { username: 'client' } });
      return 'mails';
    },
    ready: (page) => expect(page.locator('main').getByText('@').first()).toBeVisible(),
  },
  {
    name: 'notifications',
    user: 'admin',
    route: 'active-repairs',
    ready: async (page) => {
      await waitForRows(page);
      await page.getByRole('button', { name: /^(Notifications|Notificaciones|Avisos)/ }).click();
      await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
    },
  },
  { name: 'active repairs', user: 'supervisor', route: 'active-repairs', ready: waitForRows },
  { name: 'closed repairs', user: 'manager', route: 'closed-repairs', ready: waitForRows },
  { name: 'action required', user: 'service', route: 'action-required', ready: waitForRows },
  {
    name: 'no match',
    user: 'admin',
    route: 'active-repairs?filter=%7B%22keyword%22%3A%22nothing-like-this%22%7D',
    ready: (page) =>
      expect(page.locator('#main-content').getByRole('button', { name: /Clear search|Borrar búsqueda/ })).toBeVisible(),
  },
  {
    name: 'quick start',
    user: 'client',
    route: 'active-repairs#suggest-options',
    ready: (page) => expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible(),
  },
  { name: 'new repair', user: 'client', route: 'new-repair', ready: waitForHeading },
  {
    name: 'packing of units',
    user: 'client',
    route: repair('IN_SHIPPING_DETAILS', 'client'),
    ready: async (page) => void (await openDialog(/^(Enter packing details|Registrar el empaque)$/)(page)),
  },
  {
    name: 'goods receipt',
    user: 'service',
    route: repair('IN_TRANSIT', 'service'),
    ready: async (page) => void (await openDialog(/^(Check in units|Registrar la recepción)$/)(page)),
  },
  {
    name: 'packing of parts',
    user: 'service',
    route: parts('IN_WAITING_FOR_PICK_UP', 'service'),
    ready: async (page) => void (await openDialog(/^(Enter packing details|Registrar el empaque)$/)(page)),
  },
  { name: 'the help', user: 'admin', route: 'help', ready: waitForHeading },
  { name: 'a page of the help', user: 'service', route: 'help/diagnose', ready: waitForHeading },
  { name: 'profile', user: 'client', route: 'profile', ready: waitForUser },
  { name: 'profile of a service', user: 'service', route: 'profile', ready: waitForUser },
  { name: 'a new import', user: 'admin', route: 'imports/new/parts', ready: waitForHeading },
  { name: 'imports', user: 'admin', route: 'imports', ready: waitForHeading },
  { name: 'the activity log', user: 'admin', route: 'audit', ready: waitForHeading },
  { name: 'users', user: 'admin', route: 'contacts', ready: (page) => waitForLink(page, 'edit/contact') },
  { name: 'a new user', user: 'admin', route: 'create/contact', ready: waitForUser },
  { name: 'a user', user: 'admin', route: 'edit/contact/client', ready: waitForUser },
  { name: 'a manager', user: 'admin', route: 'edit/contact/manager', ready: waitForUser },
  { name: 'parts', user: 'admin', route: 'parts', ready: (page) => waitForLink(page, 'edit/part') },
  { name: 'a new part', user: 'admin', route: 'create/part', ready: waitForHeading },
  {
    name: 'a part',
    user: 'admin',
    route: 'edit/part/1',
    ready: (page) => expect(page.locator('form img')).toBeVisible(),
  },
  {
    name: 'mail settings',
    user: 'admin',
    route: 'mail-notification',
    ready: (page) => expect(page.getByRole('checkbox').first()).toBeVisible(),
  },
  {
    name: 'two-factor roles',
    user: 'admin',
    route: 'second-factor',
    ready: (page) => expect(page.getByRole('switch')).toHaveCount(5),
  },
  {
    name: 'report filters',
    user: 'admin',
    route: 'reports/general',
    ready: async (page) => {
      await page.getByRole('button', { name: /^(More|Más)$/ }).click();
      await expect(page.getByRole('search').getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'a report',
    user: 'manager',
    route: buildListUrl('reports/general', { ...allRows, view: 'rows' }),
    ready: waitForRows,
  },
  {
    name: 'charts',
    user: 'supervisor',
    route: buildListUrl('reports/general', { ...allRows, view: 'charts' }),
    ready: async (page) => {
      await expect(page.getByRole('region')).toHaveCount(5);
      for (const button of await page.getByRole('region').getByRole('button').all()) await button.click();
    },
  },
  {
    name: 'a missing attachment',
    user: 'service',
    route: 'download/attachment/none',
    ready: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
];
