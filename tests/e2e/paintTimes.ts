import type { Locator, Page } from 'playwright-core';

const TYPED = 'abcdefghijklmnopqrstuvwxyz0123456789-/.#';
const KEY_DELAY_MS = 70;

/** Type a text and return the milliseconds from each key event to its paint. */
export async function measureTyping(page: Page, cell: Locator, text = TYPED): Promise<number[]> {
  await cell.click();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { benchTimes: times });
    document.onkeydown = (event) => {
      // A message posted in a frame callback is delivered after that frame was painted.
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => times.push(performance.now() - event.timeStamp);
        channel.port2.postMessage(null);
      });
    };
  });
  await page.keyboard.type(text, { delay: KEY_DELAY_MS });
  await page.waitForTimeout(200);
  const times = await page.evaluate(() => (window as unknown as { benchTimes: number[] }).benchTimes);
  if (times.length === 0) throw new Error('no input');
  return times;
}

/** Return the milliseconds from the input event of an action to its paint. This excludes the driver. */
export async function measureUntilPaint(page: Page, action: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const started = { at: 0 };
    Object.assign(window, { benchStarted: started });
    for (const name of ['pointerup', 'keydown', 'paste'] as const) {
      addEventListener(name, (event) => (started.at ||= event.timeStamp), { capture: true, once: true });
    }
  });
  await action();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            resolve(performance.now() - (window as unknown as { benchStarted: { at: number } }).benchStarted.at),
          ),
        );
      }),
  );
}

/** Print the median, 95th percentile and maximum of some times, or the only one. */
export function printTimes(label: string, times: number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const getQuantile = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  const figures =
    times.length > 1
      ? `median ${getQuantile(0.5)}  p95 ${getQuantile(0.95)}  max ${getQuantile(1)} ms`
      : `${getQuantile(0.5)} ms`;
  console.log(`${label.padEnd(72)} ${figures}`);
}
