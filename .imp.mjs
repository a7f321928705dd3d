import { chromium } from 'playwright-core';
const portal='http://127.0.0.1:8123';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [lang,scheme,w] of [['en','light',1280],['es','dark',360]]) {
const ctx = await browser.newContext({ viewport: { width: w, height: 800 }, colorScheme: scheme });
const a = await ctx.request.post(`${portal}/api/v1/contacts/login`, { data: { username: 'admin', password: 'Portal-demo-1' } }); const { identification, token, permissions } = await a.json();
await ctx.addCookies([{ name: 'portal_user', value: Buffer.from(JSON.stringify({ identification, token, permissions })).toString('base64url'), url: portal }, { name: 'portal_logged_in', value: 'true', url: portal }]);
const H={ Authorization: token, 'Accept-Language': lang };
const s = await (await ctx.request.get(`${portal}/api/v1/services?size=1`, { headers: H })).text(); console.log(s.slice(0,200));
const name = process.argv[2];
const text = `Username\tRole\tFirst name\tLast name\tPhone\tEmail\n${name}\tService\tLeo\tPaz\t+34 600 000 003\tleo${w}@example.org\nleo_${w}\tService\tLeo\tPaz\t+34 600 000 003\tleo2${w}@example.org\n`;
const i = await (await ctx.request.post(`${portal}/api/v1/imports/text?target=contacts`, { headers: H, data: { text } })).json(); console.log(i.id, i.state);
const page = await ctx.newPage();
await page.goto(`${portal}/#/${lang}/imports/${i.id}`);
await page.waitForTimeout(5000);
await page.screenshot({path:`/tmp/imp-${w}-0.png`});
const w1 = await ctx.request.post(`${portal}/api/v1/imports/${i.id}/write`, { headers: H, data: {skipWrong:false} }); console.log(w1.status(), await w1.text().then(t=>t.slice(0,200)));
await page.reload(); await page.waitForTimeout(5000);
await page.screenshot({path:`/tmp/imp-${w}-1.png`, fullPage:true});
}
await browser.close();
