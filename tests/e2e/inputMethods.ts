import { expect, type Locator, type Page } from '@playwright/test';

/** Ways to operate a page, so that the same test runs with mouse and keyboard. */
export interface InputDriver {
  press(target: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** Type digits into a date or time field, starting at this section. */
  enter(section: Locator, typed: string): Promise<void>;
  choose(select: Locator, value: string): Promise<void>;
  attachFiles(container: Locator, files: string[]): Promise<void>;
}

export const createMouse = (): InputDriver => ({
  press: (target) => target.click(),
  write: (field, text) => field.fill(text),
  enter: async (section, typed) => {
    await section.click();
    await section.page().keyboard.type(typed);
  },
  choose: async (select, value) => void (await select.selectOption(value)),
  attachFiles: (container, files) => container.locator('input[type=file]').setInputFiles(files),
});

/** Return where the focus is relative to a target, and whether it is visible. */
const focusFrom = (goal: Locator) =>
  goal.evaluate((target) => {
    const active = document.activeElement;
    if (!active || active === document.body) return { isFocused: false, isAfter: false, problem: 'the focus is lost' };
    const hasOutline = (part?: string) => getComputedStyle(active, part).outlineStyle !== 'none';
    const ancestor = active.closest(
      '.Mui-focused, .Mui-focusVisible, .MuiPickersInputBase-root, [role=listbox], [role=dialog]',
    );
    const isVisible = hasOutline() || hasOutline('::after') || ancestor || active.closest('[tabindex="-1"]') === active;
    return {
      isFocused: active === target,
      isAfter: Boolean(target.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING),
      problem: isVisible ? '' : `the focus is not seen on ${active.outerHTML.slice(0, 160)}`,
    };
  });

/** Expect that an action has not lost the focus to the body. */
export const expectFocusRetained = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), { message: 'the focus is lost' })
    .toBe(true);

/** Operation by keyboard only. At each Tab stop it expects a visible focus. */
export class Keyboard implements InputDriver {
  /** Load time of the page where a key was last pressed. After a reload Tab starts at the top. */
  private timeOrigin = 0;

  constructor(private readonly page: Page) {}

  async press(target: Locator): Promise<void> {
    if ((await target.getAttribute('role')) === 'option') return this.chooseOption(target);
    await expect(target).toBeEnabled();
    await this.moveFocusTo(target);
    await this.page.keyboard.press(await this.getActivationKey(target));
    this.timeOrigin = await this.getTimeOrigin();
  }

  private getTimeOrigin = (): Promise<number> => this.page.evaluate(() => performance.timeOrigin);

  /** Expect that the last press kept the focus, unless the page was reloaded since. */
  private async expectFocusSinceLoad(): Promise<void> {
    if (this.timeOrigin === (await this.getTimeOrigin())) await expectFocusRetained(this.page);
  }

  /** Return the key that activates an element. In a checkbox or combobox, Enter would submit the form. */
  private async getActivationKey(target: Locator): Promise<string> {
    if ((await target.getAttribute('type')) === 'checkbox') return 'Space';
    return (await target.getAttribute('role')) === 'combobox' ? 'ArrowDown' : 'Enter';
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.moveFocusTo(field);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  async enter(section: Locator, typed: string): Promise<void> {
    await this.moveFocusTo(section);
    await this.page.keyboard.type(typed);
  }

  async choose(select: Locator, value: string): Promise<void> {
    await this.moveFocusTo(select);
    const steps = await select.evaluate((element: HTMLSelectElement, expected) => {
      const values = Array.from(element.options, (option) => option.value);
      return values.indexOf(expected) - element.selectedIndex;
    }, value);
    for (let step = 0; step < Math.abs(steps); step += 1) {
      await this.page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
    }
    await expect(select).toHaveValue(value);
  }

  async attachFiles(container: Locator, files: string[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.press(container.locator('input[type=file]').locator('xpath=preceding-sibling::button'));
    await (await chooser).setFiles(files);
  }

  /** Choose an option of the open listbox with the arrow keys. */
  private async chooseOption(option: Locator): Promise<void> {
    const isActive = () =>
      option.evaluate((element) => {
        const { activeElement } = document;
        return activeElement === element || activeElement?.getAttribute('aria-activedescendant') === element.id;
      });
    for (let step = 0; step < 60 && !(await isActive()); step += 1) await this.page.keyboard.press('ArrowDown');
    expect(await isActive(), 'the arrows reach the option').toBe(true);
    await this.page.keyboard.press('Enter');
  }

  /** Move the focus by Tab or Shift+Tab. Within a composite widget (one Tab stop) arrow keys move it. */
  async moveFocusTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    if ((await target.evaluate((element: HTMLElement) => element.tabIndex)) >= 0) return this.moveFocusByTab(target);
    await this.moveFocusByTab(target.locator('xpath=ancestor::*[@role][1]').locator('[tabindex="0"]').first());
    let focus = await focusFrom(target);
    const arrow = (await target.getAttribute('role')) === 'menuitem' ? 'ArrowDown' : 'ArrowRight';
    for (let step = 0; step < 20 && !focus.isFocused; step += 1) focus = await this.pressAndExpectFocus(arrow, target);
    expect(focus.isFocused, `the arrows reach ${target}`).toBe(true);
  }

  private async moveFocusByTab(target: Locator): Promise<void> {
    await this.expectFocusSinceLoad();
    let focus = await focusFrom(target);
    for (let step = 0; step < 150 && !focus.isFocused; step += 1) {
      focus = await this.pressAndExpectFocus(focus.isAfter ? 'Shift+Tab' : 'Tab', target);
    }
    expect(focus.isFocused, `Tab reaches ${target}`).toBe(true);
  }

  /** Press a key and expect a visible focus afterwards. */
  private async pressAndExpectFocus(key: string, goal: Locator) {
    await this.page.keyboard.press(key);
    let focus = await focusFrom(goal);
    if (focus.problem === '') return focus;
    const getProblem = async () => {
      focus = await focusFrom(goal);
      return focus.problem;
    };
    await expect.poll(getProblem, { timeout: 3_000 }).toBe('');
    return focus;
  }
}
