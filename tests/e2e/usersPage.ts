import { type APIRequestContext, type Browser, expect, type Locator, type Page } from '@playwright/test';
import { getMessages, type Language, type Messages, type Values } from './messages';
import { getRoute, getSession, go, signIn, storeSession, type User } from './portal';

export const strongPassword = 'Grúa-7-azul';
/** Return an unused username, also on a retry. */
export const buildUsername = (name: string) => `${name}_${Math.random().toString(36).slice(2, 10)}`;

/** Names of the first client and service of the demo data. */
export const existing = { client: 'Customs Service, Georgia', service: 'Ludlum Measurements, Inc. Repair Department' };

export const person = { firstName: 'Olena', lastName: 'Ruiz', phone: '+380 44 123 45 67', email: 'olena@example.org' };

/** Call the API as the demo administrator. */
export async function callAsAdmin(page: Page, verb: 'post' | 'put' | 'get', path: string, data?: unknown) {
  const { token } = await getSession(page, 'admin');
  const response = await page.request[verb](`/api/v1/${path}`, { headers: { Authorization: token }, data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return response.json();
}

export const createUser = (page: Page, username: string, permission: string) =>
  callAsAdmin(page, 'post', 'contacts', { ...person, username, password: strongPassword, permission });

export const requestLogin = (request: APIRequestContext, username: string, secret: string) =>
  request.post('/api/v1/contacts/login', { data: { username, password: secret } });

/** Sign in a user who is not part of the demo data. */
export async function signInAs(page: Page, username: string): Promise<void> {
  const response = await requestLogin(page.request, username, strongPassword);
  const { identification, token, permissions } = await response.json();
  await storeSession(page.context(), new URL(response.url()).origin, { identification, token, permissions });
}

export async function openScreen(browser: Browser, language: Language, user?: User) {
  const page = await (await browser.newContext()).newPage();
  if (user) await signIn(page, user);
  return new Screen(page, getMessages(language));
}

/** Page of an existing or new user, in a language. */
export class Screen {
  constructor(
    readonly page: Page,
    readonly messages: Messages,
  ) {}

  t = (key: string, values: Values = {}) => this.messages.t(key, values);
  at = (route: string) => `/${this.messages.language}/${route}`;
  open = (route: string) => go(this.page, this.at(route));
  button = (name: string) => this.page.getByRole('button', { name: this.t(name), exact: true });
  /** Return the card of a section: a form with its own toolbar. */
  card = (section: string) =>
    this.page
      .locator('.MuiCard-root')
      .filter({
        has: this.page.getByRole('region', { name: this.messages.server(`sections.${section}`), exact: true }),
      })
      .or(
        this.page.locator('section.MuiCard-root', {
          has: this.page.getByRole('heading', { name: this.messages.server(`sections.${section}`), exact: true }),
        }),
      );
  get account() {
    return this.card('account');
  }
  get details() {
    return this.card('additional');
  }
  input = (name: string, scope: Locator = this.account) => scope.locator(`input[name="${name}"]`);

  async fill(values: Record<string, string>, scope?: Locator): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.input(name, scope).fill(value);
  }

  async choose(label: string, option: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name: this.messages.server(`columns.${label}`), exact: true });
    const isAutocomplete = await field.evaluate((element) => element instanceof HTMLInputElement);
    await field.click();
    if (isAutocomplete) await field.fill(option);
    await this.page.getByRole('option', { name: option }).first().click();
  }

  save = (scope: Locator = this.account) =>
    scope
      .getByRole('button', { name: this.t('form.save'), exact: true })
      .or(this.addButton(scope))
      .click();

  /** Return the button that creates the user. */
  private addButton(scope: Locator): Locator {
    const record = this.messages.server('records.contacts');
    return scope.getByRole('button', { name: this.messages.server('titles.add', { record }), exact: true });
  }

  /** Submit a form whose button is disabled, which shows the errors of its fields. */
  submit = (name: string, scope?: Locator) => this.input(name, scope).press('Control+Enter');

  expectStatus = (key: string, values = {}) =>
    expect(this.page.getByRole('status').getByText(this.t(key, values), { exact: true })).toBeVisible();

  /** Expect an error below a field, which is the accessible description of the field. */
  expectFieldError = (name: string, message: string, scope?: Locator) =>
    expect(this.input(name, scope)).toHaveAccessibleDescription(message);

  expectRoute = (route: string) => expect.poll(() => getRoute(this.page)).toBe(this.at(route));
}
