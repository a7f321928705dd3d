import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { expectAccessibleTree } from './accessibleTree';
import { createMouse, expectFocusRetained, type InputDriver, Keyboard } from './inputMethods';
import type { Messages, Values } from './messages';
import { signIn, type User } from './portal';

/** Request type: the route of its page and its key in the messages of the server. */
export interface Kind {
  route: string;
  key: string;
}

export const repair: Kind = { route: 'process-repair', key: 'REPAIR' };

export type InputMethod = 'mouse' | 'keyboard';

/** User with a separate browser context, on the process page of a request. */
export class Worker {
  /** Number of transitions that this user has made. */
  transitions = 0;

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly messages: Messages,
    readonly user: User,
    readonly kind: Kind,
    readonly driver: InputDriver,
  ) {}

  static async logIn(
    browser: Browser,
    user: User,
    messages: Messages,
    kind: Kind = repair,
    inputMethod: InputMethod = 'mouse',
  ) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, user);
    const driver = inputMethod === 'keyboard' ? new Keyboard(page) : createMouse();
    return new Worker(page, context, messages, user, kind, driver);
  }

  press = (target: Locator): Promise<void> => this.driver.press(target);
  write = (field: Locator, text: string): Promise<void> => this.driver.write(field, text);

  t = (key: string, values: Values = {}): string => this.messages.t(key, values);

  /** Load a route in a new document. */
  load = async (route: string): Promise<void> => {
    await this.page.goto('about:blank');
    await this.page.goto(`/#/${this.messages.language}/${route}`);
  };

  async open(id: number, tab = ''): Promise<void> {
    await this.load(`${this.kind.route}/${id}${tab && `?tab=${tab}`}`);
    await expect(this.page.getByRole('tablist')).toBeVisible({ timeout: 30_000 });
    await expectAccessibleTree(this.page, this.messages);
  }

  button = (name: string | RegExp, exact = true): Locator => this.page.getByRole('button', { name, exact });

  /** Return the button that continues from a status. */
  next = (status: string): Locator => this.button(this.messages.server(`continue.${this.kind.key}.${status}`));

  /** Continue to the next status and wait for it. With `question` a dialog is confirmed. */
  async continueTo(from: string, to: string, question = ''): Promise<void> {
    await this.press(this.next(from));
    if (question) {
      const dialog = this.page.getByRole('dialog');
      await expect(dialog).toContainText(question);
      await this.press(dialog.getByRole('button', { name: this.messages.server(`continue.${this.kind.key}.${from}`) }));
    }
    await this.expectRequestStatus(to);
    this.transitions += 1;
    await expectFocusRetained(this.page);
  }

  async expectRequestStatus(status: string): Promise<void> {
    const name = this.messages.server(`status.${this.kind.key}.${status}`);
    await expect(this.page.locator('#main-content').getByText(name, { exact: true }).first()).toBeVisible();
    const working = this.page.getByRole('tab', { selected: true });
    await expect(working).toBeVisible();
    await expectAccessibleTree(this.page, this.messages);
  }

  tab = (key: string): Locator =>
    this.page.getByRole('tab', {
      name: new RegExp(
        `^${this.messages.server(key === 'HISTORY' ? 'tabs.HISTORY' : `tabs.${this.kind.key}.${key}`)}\\b`,
      ),
    });

  async save(label = this.t('process.save')): Promise<void> {
    await this.press(this.button(label));
  }

  /** Expect a status message with a text. */
  async expectStatus(text: string): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();
  }

  /** Expect the estimated delivery and the end of the confirmation window. */
  async expectDelivery(day: string, last: string): Promise<void> {
    const { t, shortDay } = this.messages;
    await expect(this.page.getByText(shortDay(day), { exact: true }).first()).toBeVisible();
    await expect(this.page.getByText(t('process.delivery.due', { day: shortDay(last) }))).toBeVisible();
  }

  /** Return the input of a table cell, given by its column and unit. */
  cell = (column: string, name: string): Locator =>
    this.page.getByLabel(this.t('repair.diagnostics.cell', { column: this.t(column), name }), { exact: true });

  /** Type a date into a date field, month first. */
  async fillDate(label: string, typed: string): Promise<void> {
    const field = this.page.getByRole('group', { name: label });
    await this.driver.enter(field.getByRole('spinbutton').first(), typed);
  }
}
