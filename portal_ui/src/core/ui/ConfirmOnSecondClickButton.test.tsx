// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getI18nProvider } from '../i18n/i18nProvider';
import { ConfirmOnSecondClickButton } from './ConfirmOnSecondClickButton';

const i18nProvider = await getI18nProvider('en');
const onConfirm = vi.fn();
const button = () => screen.getByRole('button');
const click = () => fireEvent.click(button());
const wait = (time: number) => act(async () => vi.advanceTimersByTime(time));

beforeEach(() => {
  vi.useFakeTimers();
  onConfirm.mockReset();
  render(
    <I18nContext.Provider value={i18nProvider}>
      <ConfirmOnSecondClickButton label="Cancel request" onConfirm={onConfirm} />
    </I18nContext.Provider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('counts a double-click as one click', async () => {
  click();
  click();
  await wait(500);
  click();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('confirms on a second click after the delay', async () => {
  click();
  expect(button().textContent).toBe('Select again to confirm');
  await wait(700);
  click();
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('confirms by touch, where the pointer leaves the button before each click', async () => {
  const tap = () => {
    fireEvent.pointerLeave(button(), { pointerType: 'touch' });
    click();
  };
  tap();
  await wait(700);
  tap();
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it.each([
  ['the pointer leaves it', () => fireEvent.pointerLeave(button(), { pointerType: 'mouse' })],
  ['the focus leaves it', () => fireEvent.blur(button())],
  ['Escape is pressed', () => fireEvent.keyDown(button(), { key: 'Escape' })],
])('is disarmed when %s', async (_, leave) => {
  click();
  await wait(700);
  leave();
  click();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('is disarmed after a timeout', async () => {
  click();
  await wait(7_000);
  expect(button().textContent).toBe('Cancel request');
});
