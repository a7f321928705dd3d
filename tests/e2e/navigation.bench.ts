/**
 * Benchmark of the navigation between two lists, in Chromium.
 * It prints figures and fails if the median reaches 200 ms (interface.md).
 * The portal must be running with its demo data:  PORTAL_URL=http://127.0.0.1:8000 node tests/e2e/navigation.bench.ts
 */
import { chromium } from 'playwright-core';
import { signIn } from './portal.ts';

const CHANGE_MS = 200;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
const context = await browser.newContext({ baseURL: process.env.PORTAL_URL ?? 'http://127.0.0.1:8000' });
const page = await context.newPage();
await signIn(page, 'supervisor');
await page.goto('/#/en/active-repairs');
await page.locator('tbody a.recordLink').first().waitFor();

const change = (link: string, title: string) =>
  page.evaluate(
    ([name, heading]) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const links = [...document.querySelectorAll<HTMLElement>('nav a')];
        links.find((link) => link.textContent?.startsWith(name ?? ''))?.click();
        const checkFrame = () => {
          if (document.querySelector('h1')?.textContent === heading) resolve(performance.now() - started);
          else requestAnimationFrame(checkFrame);
        };
        checkFrame();
      }),
    [link, title],
  );
const times: number[] = [];
for (let round = 0; round < 10; round += 1) {
  times.push(await change('Closed', 'Closed repairs'), await change('Active', 'Active repairs'));
}
await browser.close();

times.sort((a, b) => a - b);
const [least, median, most] = [0, times.length >> 1, times.length - 1].map((index) => Math.round(times[index] ?? 0));
console.log(`change of screen: ${least} to ${most} ms, median ${median} ms`);
process.exitCode = (median ?? 0) < CHANGE_MS ? 0 : 1;
