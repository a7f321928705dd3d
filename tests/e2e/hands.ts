import { expect, type Locator, type Page } from '@playwright/test';

/** Ways to operate a page, so that the same test runs with mouse and keyboard. */
export interface Hands {
  press(what: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** Type digits into a date or time field, starting at this section. */
  enter(section: Locator, typed: string): Promise<void>;
  choose(select: Locator, value: string): Promise<void>;
  attach(place: Locator, files: string[]): Promise<void>;
}

export const mouse = (): Hands => ({
  press: (what) => what.click(),
  write: (field, text) => field.fill(text),
  enter: async (section, typed) => {
    await section.click();
    await section.page().keyboard.type(typed);
  },
  choose: async (select, value) => void (await select.selectOption(value)),
  attach: (place, files) => place.locator('input[type=file]').setInputFiles(files),
});

/** Return where the focus is relative to a target, and whether it is visible. */
const focusFrom = (goal: Locator) =>
  goal.evaluate((wanted) => {
    const one = document.activeElement;
    if (!one || one === document.body) return { isThere: false, liesAfter: false, problem: 'the focus is lost' };
    const ringed = (part?: string) => getComputedStyle(one, part).outlineStyle !== 'none';
    const marked = one.closest(
      '.Mui-focused, .Mui-focusVisible, .MuiPickersInputBase-root, [role=listbox], [role=dialog]',
    );
    const isSeen = ringed() || ringed('::after') || marked || one.closest('[tabindex="-1"]') === one;
    return {
      isThere: one === wanted,
      liesAfter: Boolean(wanted.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING),
      problem: isSeen ? '' : `the focus is not seen on ${one.outerHTML.slice(0, 160)}`,
    };
  });

/** Expect that an action has not lost the focus to the body. */
export const expectFocusKept = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), { message: 'the focus is lost' })
    .toBe(true);

/** Operation by keyboard only. At each Tab stop it expects a visible focus. */
export class Keyboard implements Hands {
  /** Load time of the page where a key was last pressed. After a reload Tab starts at the top. */
  private loaded = 0;

  constructor(private readonly page: Page) {}

  async press(what: Locator): Promise<void> {
    if ((await what.getAttribute('role')) === 'option') return this.pick(what);
    await expect(what).toBeEnabled();
    await this.reach(what);
    await this.page.keyboard.press(await this.keyOf(what));
    this.loaded = await this.loadedAt();
  }

  private loadedAt = (): Promise<number> => this.page.evaluate(() => performance.timeOrigin);

  /** Expect that the last press kept the focus, unless the page was reloaded since. */
  private async isKept(): Promise<void> {
    if (this.loaded === (await this.loadedAt())) await expectFocusKept(this.page);
  }

  /** Return the key that activates an element. In a checkbox or combobox, Enter would submit the form. */
  private async keyOf(what: Locator): Promise<string> {
    if ((await what.getAttribute('type')) === 'checkbox') return 'Space';
    return (await what.getAttribute('role')) === 'combobox' ? 'ArrowDown' : 'Enter';
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  async enter(section: Locator, typed: string): Promise<void> {
    await this.reach(section);
    await this.page.keyboard.type(typed);
  }

  async choose(select: Locator, value: string): Promise<void> {
    await this.reach(select);
    const steps = await select.evaluate((one: HTMLSelectElement, wanted) => {
      const values = Array.from(one.options, (option) => option.value);
      return values.indexOf(wanted) - one.selectedIndex;
    }, value);
    for (let step = 0; step < Math.abs(steps); step += 1) {
      await this.page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
    }
    await expect(select).toHaveValue(value);
  }

  async attach(place: Locator, files: string[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.press(place.locator('input[type=file]').locator('xpath=preceding-sibling::button'));
    await (await chooser).setFiles(files);
  }

  /** Choose an option of the open listbox with the arrow keys. */
  private async pick(option: Locator): Promise<void> {
    const isActive = () =>
      option.evaluate((one) => {
        const { activeElement } = document;
        return activeElement === one || activeElement?.getAttribute('aria-activedescendant') === one.id;
      });
    for (let step = 0; step < 60 && !(await isActive()); step += 1) await this.page.keyboard.press('ArrowDown');
    expect(await isActive(), 'the arrows reach the option').toBe(true);
    await this.page.keyboard.press('Enter');
  }

  /** Move the focus by Tab or Shift+Tab. Within a composite widget (one Tab stop) arrow keys move it. */
  async reach(what: Locator): Promise<void> {
    await expect(what).toBeVisible();
    if ((await what.evaluate((one: HTMLElement) => one.tabIndex)) >= 0) return this.tabTo(what);
    await this.tabTo(what.locator('xpath=ancestor::*[@role][1]').locator('[tabindex="0"]').first());
    let focus = await focusFrom(what);
    const arrow = (await what.getAttribute('role')) === 'menuitem' ? 'ArrowDown' : 'ArrowRight';
    for (let step = 0; step < 20 && !focus.isThere; step += 1) focus = await this.goOn(arrow, what);
    expect(focus.isThere, `the arrows reach ${what}`).toBe(true);
  }

  private async tabTo(what: Locator): Promise<void> {
    await this.isKept();
    let focus = await focusFrom(what);
    for (let step = 0; step < 150 && !focus.isThere; step += 1) {
      focus = await this.goOn(focus.liesAfter ? 'Shift+Tab' : 'Tab', what);
    }
    expect(focus.isThere, `Tab reaches ${what}`).toBe(true);
  }

  /** Press a key and expect a visible focus afterwards. */
  private async goOn(key: string, goal: Locator) {
    await this.page.keyboard.press(key);
    let focus = await focusFrom(goal);
    if (focus.problem === '') return focus;
    const problem = async () => {
      focus = await focusFrom(goal);
      return focus.problem;
    };
    await expect.poll(problem, { timeout: 3_000 }).toBe('');
    return focus;
  }
}
