import { expect, type Locator, type Page } from '@playwright/test';
import { buildListUrl, getSession, type User } from './portal';

/** Picture of the help: user, route, and part of the screen (default: content). */
export interface HelpPicture {
  name: string;
  user: User;
  route: (page: Page) => Promise<string>;
  part?: (page: Page) => Promise<Locator>;
}

const at = (route: string) => async () => route;

/** Return a function for the route of the oldest request in a status (demo data). */
function request(list: string, page: string, status: string, user: User) {
  return async (browser: Page) => {
    const { token } = await getSession(browser, user);
    const response = await browser.request.get(`/api/v1/${list}`, {
      headers: { Authorization: token },
      params: { status, sort: 'createdAt,ASC', size: 1 },
    });
    const { content } = (await response.json()) as { content: { id: number }[] };
    expect(content, `a request in ${status}`).toHaveLength(1);
    return `${page}/${content[0]?.id}`;
  };
}
export const repair = (status: string, user: User) =>
  request('repairing/fetch-by-criteria/active', 'process-repair', status, user);
export const parts = (status: string, user: User) =>
  request('parts/fetch-part-request-by-criteria', 'process-part-request', status, user);
const support = (status: string, user: User) =>
  request('support/fetch-remote-support-by-criteria', 'remote-support/process', status, user);

const listPictures = (user: User, pictures: Record<string, HelpPicture['route']>): HelpPicture[] =>
  Object.entries(pictures).map(([name, route]) => ({ name, user, route }));

/** Return a function that opens a dialog by its button and returns it. */
export const openDialog = (button: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox').first()).toBeVisible();
  return dialog;
};

/** All pictures of the help, by the user whose guide has them. */
export const helpPictures: HelpPicture[] = [
  {
    name: 'pack',
    user: 'client',
    route: repair('IN_SHIPPING_DETAILS', 'client'),
    part: openDialog(/^(Enter packing details|Registrar el empaque)$/),
  },
  {
    name: 'arrivals',
    user: 'service',
    route: repair('IN_TRANSIT', 'service'),
    part: openDialog(/^(Check in units|Registrar la recepción)$/),
  },
  {
    name: 'pack-parts',
    user: 'service',
    route: parts('IN_WAITING_FOR_PICK_UP', 'service'),
    part: openDialog(/^(Enter packing details|Registrar el empaque)$/),
  },
  ...listPictures('client', {
    'new-repair': at('new-repair'),
    'new-part-request': at('part-request/new'),
    'new-support': at('remote-support/new'),
    'repair-shipping': repair('IN_SHIPPING_DETAILS', 'client'),
    delivery: repair('IN_WAITING_COMPLETED', 'client'),
  }),
  ...listPictures('service', {
    courier: repair('IN_WAITING_FOR_PICK_UP', 'service'),
    diagnose: repair('IN_DIAGNOSTICS', 'service'),
    'repair-units': repair('IN_SERVICE', 'service'),
    'parts-transport': parts('IN_WAITING_FOR_PICK_UP', 'service'),
    sessions: support('SERVICE_REVIEW', 'service'),
  }),
  ...listPictures('supervisor', {
    'approve-units': repair('NEW', 'supervisor'),
    'approve-repairs': repair('IN_REPAIR_APPROVAL', 'supervisor'),
    'approve-parts': parts('INITIAL', 'supervisor'),
    'approve-support': support('INITIAL', 'supervisor'),
    report: at(buildListUrl('reports/general', { filter: { createdFrom: '2020-01-01' }, view: 'rows' })),
  }),
  ...listPictures('admin', {
    users: at('contacts'),
    'mail-settings': at('mail-notification'),
    catalogue: at('parts'),
    imports: at('imports/new/parts'),
  }),
];
