import { chromium } from 'playwright-core';
const portal = process.env.PORTAL_URL;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox','--disable-gpu'] });
const cases = [];
for (const meta of [0, 300]) for (const shell of [0, 300, 1000, 2500]) for (const cpu of [1, 4, 6]) cases.push({ meta, shell, cpu });
for (const c of cases) {
  const ctx = await browser.newContext({ reducedMotion: 'reduce' }); const page = await ctx.newPage();
  const cdp = await ctx.newCDPSession(page); await cdp.send('Emulation.setCPUThrottlingRate', { rate: c.cpu });
  await page.route('**/meta*', async (r) => { await new Promise((x) => setTimeout(x, c.meta)); await r.continue(); });
  await page.route(/assets\/(shell|list)-/, async (r) => { await new Promise((x) => setTimeout(x, c.shell)); await r.continue(); });
  await page.goto(`${portal}/#/en/login`);
  await page.locator('input[name=username]').fill('client'); await page.locator('input[name=password]').fill('Portal-demo-1'); await page.locator('input[name=password]').press('Enter');
  let ok = true;
  try { await page.getByRole('dialog', { name: 'What would you like to do?' }).waitFor({ timeout: 12000 }); } catch { ok = false; }
  console.log(JSON.stringify(c), ok, page.url().split('#')[1]);
  await ctx.close();
}
await browser.close();
