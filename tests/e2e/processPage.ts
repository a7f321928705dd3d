import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { expectFocusKept, type Hands, Keyboard, mouse } from './hands';
import { signIn, type User } from './portal';
import { expectTold } from './tree';
import type { Values, Words } from './words';

/** Request type: the route of its page and its key in the messages of the server. */
export interface Kind {
  route: string;
  key: string;
}

export const repair: Kind = { route: 'process-repair', key: 'REPAIR' };

export type Means = 'mouse' | 'keyboard';

/** User with a separate browser context, on the process page of a request. */
export class Worker {
  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly words: Words,
    readonly user: User,
    readonly kind: Kind,
    readonly hands: Hands,
  ) {}

  static async come(browser: Browser, user: User, words: Words, kind: Kind = repair, means: Means = 'mouse') {
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, user);
    const hands = means === 'keyboard' ? new Keyboard(page) : mouse();
    return new Worker(page, context, words, user, kind, hands);
  }

  press = (what: Locator): Promise<void> => this.hands.press(what);
  write = (field: Locator, text: string): Promise<void> => this.hands.write(field, text);

  say = (key: string, values: Values = {}): string => this.words.say(key, values);

  /** Load a route in a new document. */
  load = async (route: string): Promise<void> => {
    await this.page.goto('about:blank');
    await this.page.goto(`/#/${this.words.language}/${route}`);
  };

  async open(id: number, tab = ''): Promise<void> {
    await this.load(`${this.kind.route}/${id}${tab && `?tab=${tab}`}`);
    await expect(this.page.getByRole('tablist')).toBeVisible({ timeout: 30_000 });
    await expectTold(this.page, this.words);
  }

  button = (name: string | RegExp, exact = true): Locator => this.page.getByRole('button', { name, exact });

  /** Return the button that continues from a status. */
  next = (status: string): Locator => this.button(this.words.server(`continue.${this.kind.key}.${status}`));

  /** Continue to the next status and wait for it. With `question` a dialog is confirmed. */
  async moveOn(from: string, to: string, question = ''): Promise<void> {
    await this.press(this.next(from));
    if (question) {
      const asked = this.page.getByRole('dialog');
      await expect(asked).toContainText(question);
      await this.press(asked.getByRole('button', { name: this.words.server(`continue.${this.kind.key}.${from}`) }));
    }
    await this.isIn(to);
    await expectFocusKept(this.page);
  }

  async isIn(status: string): Promise<void> {
    const name = this.words.server(`status.${this.kind.key}.${status}`);
    await expect(this.page.locator('#main-content').getByText(name, { exact: true }).first()).toBeVisible();
    const working = this.page.getByRole('tab', { selected: true });
    await expect(working).toBeVisible();
    await expectTold(this.page, this.words);
  }

  tab = (key: string): Locator =>
    this.page.getByRole('tab', {
      name: new RegExp(`^${this.words.server(key === 'HISTORY' ? 'tabs.HISTORY' : `tabs.${this.kind.key}.${key}`)}\\b`),
    });

  async save(label = this.say('process.save')): Promise<void> {
    await this.press(this.button(label));
  }

  /** Expect a status message with a text. */
  async told(text: string): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();
  }

  /** Return the input of a table cell, given by its column and unit. */
  cell = (column: string, name: string): Locator =>
    this.page.getByLabel(this.say('repair.diagnostics.cell', { column: this.say(column), name }), { exact: true });

  /** Type a date into a date field, month first. */
  async day(label: string, typed: string): Promise<void> {
    const field = this.page.getByRole('group', { name: label });
    await this.hands.enter(field.getByRole('spinbutton').first(), typed);
  }
}
