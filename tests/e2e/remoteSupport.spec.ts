import { expect, type Page, test } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { Keyboard } from './inputMethods';
import { getMessages, type Values } from './messages';
import { buildListUrl, waitForDraft } from './portal';
import {
  callApi,
  completeRequest,
  createRequest,
  fillRequest,
  logInAs,
  openRequest,
  typeInto,
} from './remoteSupportPages';

const english = getMessages('en');

interface Support {
  preferredDate: string;
  preferredContactMethods: string[];
  status: { key: string };
}

const read = (page: Page, token: string, id: number) =>
  callApi<Support>(page, token, 'GET', `support/fetch/by/id?id=${id}`);

test('remote support to the end by its users (es, by keyboard)', async ({ page, baseURL }) => {
  test.slow();
  const messages = getMessages('es');
  const driver = new Keyboard(page);
  const t = (key: string, values?: Values) => messages.t(`remoteSupport.${key}`, values);
  const title = 'No spectra from lane 4';
  const client = await logInAs(page, baseURL ?? '', 'client');
  await page.goto('/#/es/remote-support/new');
  await fillRequest(page, messages, title, ['07152027', '0930'], driver);
  await expectNoViolations(page);
  const createButton = { name: messages.t('creation.submit') };
  await driver.press(page.getByRole('button', createButton));
  await driver.press(page.getByRole('dialog').getByRole('button', createButton));
  await expect(page).toHaveURL(/remote-support\/list/);
  const confirmation = page.getByRole('status').filter({ hasText: /S-\d{4}-\d{6}/ });
  await expect(confirmation).toBeVisible();
  const number = /S-\d{4}-\d{6}/.exec((await confirmation.textContent()) ?? '')?.[0] ?? '';
  const link = page.getByRole('link', { name: number, exact: true });
  const id = Number((await link.getAttribute('href'))?.match(/process\/(\d+)/)?.[1]);
  // Times are entered in New York time: UTC−4 in summer.
  expect((await read(page, client, id)).preferredDate).toMatch(/^2027-07-15T13:30:00/);

  await logInAs(page, baseURL ?? '', 'supervisor');
  await page.goto('about:blank');
  await openRequest(page, messages, id);
  const go = (name: string) => page.getByRole('button', { name, exact: true });
  const [onward, finish, end] = ['INITIAL', 'SERVICE_REVIEW', 'WAITING_COMPLETION'].map((status) =>
    messages.server(`continue.REMOTE_SUPPORT.${status}`),
  ) as [string, string, string];
  const approve = go(messages.t('process.approval.approve'));
  await expect(go(onward)).toBeDisabled();
  await driver.press(approve);
  await expect(approve).toHaveAttribute('aria-pressed', 'true');
  await expect(go(messages.t('process.approval.reject'))).toBeFocused();
  await expect(go(messages.t('process.approval.reject'))).toBeEnabled();
  await expectNoViolations(page);
  await driver.press(go(onward));
  await expect(page.getByText(t('moved.SERVICE_REVIEW'))).toBeVisible();
  // Only clients create requests.
  await page.goto('/#/es/remote-support/new');
  await expect(page).toHaveURL(/#\/es\/action-required/);

  await logInAs(page, baseURL ?? '', 'service');
  await page.goto('about:blank');
  await openRequest(page, messages, id);
  await expect(go(finish)).toBeDisabled();
  const card = page.getByRole('form', { name: t('session.fresh') });
  const save = card.getByRole('button', { name: new RegExp(messages.t('process.save')) });
  await driver.write(card.getByLabel(t('session.durationInHours')), '1,255');
  await expect(save).toBeDisabled();
  await typeInto(card.getByRole('group', { name: t('session.completionDate') }), '11202026', driver);
  await expect(card.getByText(messages.t('saving.rule.positive'))).toBeVisible();
  await driver.write(card.getByLabel(t('session.durationInHours')), '1,25');
  await driver.write(card.getByLabel(t('session.summary')), 'Settings entered again.');
  await expectNoViolations(page);
  await driver.press(save);
  await expect(page.getByText(t('session.saved'))).toBeVisible();
  // Saved, a session is text; a form only while it is edited.
  await expect(page.getByRole('form')).toHaveCount(0);
  const name = t('session.number', { number: '1' });
  await driver.press(page.getByRole('button', { name: t('session.editOf', { name }) }));
  const form = page.getByRole('form', { name });
  await expect(form.getByLabel(t('session.summary'))).toHaveValue('Settings entered again.');
  await expectNoViolations(page);
  await driver.press(form.getByRole('button', { name: messages.t('shared.cancel') }));
  await expect(page.getByRole('form')).toHaveCount(0);
  await driver.press(go(finish));
  await expect(page.getByText(/^USD\s106\.25$/)).toBeVisible();
  await driver.press(go(end));
  const question = page.getByRole('dialog', { name: messages.t('process.ask', { action: end, number }) });
  await expectNoViolations(page);
  await driver.press(question.getByRole('button', { name: end }));
  await expect(page.getByText(t('moved.DONE'))).toBeVisible();

  await logInAs(page, baseURL ?? '', 'client');
  await page.goto('about:blank');
  await openRequest(page, messages, id);
  await expect(page.getByRole('timer', { name: t('window.label') })).toContainText(/59:\d\d/);
  await expect(page.getByText(t('completion.cost'))).toHaveCount(0);
  expect((await read(page, client, id)).status.key).toBe('DONE');
});

test('changing the service grants access to the new one and revokes it from the old; services create only for clients', async ({
  page,
  baseURL,
}) => {
  const client = await logInAs(page, baseURL ?? '', 'client');
  const { id, requestId } = await createRequest(page, client, 'For another service');
  await logInAs(page, baseURL ?? '', 'admin');
  await test.step('the service of a closed request cannot be changed', async () => {
    await page.goto(`/#${buildListUrl('/en/remote-support/list', { filter: { status: ['DONE'] } })}`);
    await expect(page.getByRole('combobox', { name: /^Service for S-/ }).first()).toBeDisabled();
  });
  await page.goto(`/#${buildListUrl('/en/remote-support/list', { filter: { keyword: requestId } })}`);
  const cell = page.getByRole('combobox', { name: `Service for ${requestId}` });
  await expect(cell).toHaveValue(/^Ludlum/);
  const choose = async () => {
    await cell.click();
    await page.getByRole('option', { name: 'University of Westminster' }).click();
  };
  await choose();
  const question = page.getByRole('dialog', { name: `Change the service for ${requestId}?` });
  await expectNoViolations(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(cell).toHaveValue(/^Ludlum/);
  await choose();
  await question.getByRole('button', { name: 'Change service' }).click();
  await expect(page.getByText('Service changed')).toBeVisible();
  await expect(cell).toHaveValue('University of Westminster');

  await logInAs(page, baseURL ?? '', 'service');
  await page.goto('about:blank');
  await page.goto(`/#/en/remote-support/process/${id}`);
  await expect(page.getByText('Request not found')).toBeVisible();
  await page.goto('/#/en/remote-support/new');
  await expect(page).toHaveURL(/#\/en\/action-required/);
  await page.goto('/#/en/remote-support/create-for-client');
  await expect(page.getByRole('heading', { level: 1, name: 'New remote support request for a client' })).toBeVisible();
  await expect(page).toHaveURL(/#\/en\/remote-support\/create-for-client$/);
  await logInAs(page, baseURL ?? '', 'service2');
  await page.goto('about:blank');
  await openRequest(page, english, id);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(requestId);
});

test('the edit hour ends by itself, also after a reload and with a wrong clock; typed values stay', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const supervisor = await logInAs(page, baseURL ?? '', 'supervisor');
  const client = await logInAs(page, baseURL ?? '', 'client');
  const service = await logInAs(page, baseURL ?? '', 'service');
  const { id } = await createRequest(page, client, 'Edit hour');
  await completeRequest(page, id, supervisor, service);

  // The clock of the browser is five hours fast.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 5 * 3_600_000;
  });
  const seconds = 10;
  let endsAt = 0;
  await page.route('**/support/fetch/by/id*', async (route) => {
    const response = await route.fetch();
    const record = await response.json();
    endsAt ||= performance.now() + seconds * 1_000;
    const secondsLeft = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000));
    record.serviceReviewSessionsEditMode = {
      ...record.serviceReviewSessionsEditMode,
      secondsLeft,
      enabled: secondsLeft > 0,
    };
    if (secondsLeft === 0) {
      record.process.actions = record.process.actions.filter(({ tab }: { tab: string }) => tab !== 'SERVICE_REVIEW');
      for (const step of record.process.steps) if (step.key === 'SERVICE_REVIEW') step.editable = false;
    }
    await route.fulfill({ json: record });
  });
  const timer = page.getByRole('timer', { name: 'Time left to edit the sessions' });
  await openRequest(page, english, id, 'SERVICE_REVIEW');
  await expect(timer).toContainText(/00:(0[5-9]|10)/);
  await page.reload();
  await expect(timer).toBeVisible();
  await page.getByRole('button', { name: 'Edit: Session 1' }).click();
  await page.getByLabel('Summary').fill('Typed at the last moment');
  await expect(timer).toHaveCount(0, { timeout: 15_000 });
  await expect(page.getByLabel('Summary')).toHaveValue('Typed at the last moment');
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard my text and show the saved version' }).click();
  await expect(page.getByText('Settings entered again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New session' })).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('creation validates the input, restores the draft, and creates no duplicate after a lost response', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const title = `Lost line ${Date.now()}`;
  const client = await logInAs(page, baseURL ?? '', 'client');
  await page.goto('/#/en/remote-support/new');
  // The button is aria-disabled; a click shows the missing fields.
  await expect(page.getByRole('button', { name: 'Submit request' })).toBeDisabled();
  await page.getByRole('button', { name: 'Submit request' }).click({ force: true });
  await expect(page.getByText('Choose at least one contact method')).toBeVisible();
  await expect(page.getByText('Required!', { exact: true })).toHaveCount(4);
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await fillRequest(page, english, title, ['01152027', '0930']);
  await page.getByLabel('First name').fill('Ketevan');
  await waitForDraft(page, 'Ketevan');
  await page.reload();
  await expect(page.getByText(/^We restored your draft from/)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('First name')).toHaveValue('Ketevan');

  // The server receives the request, but the response is lost.
  await page.route('**/support/save', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const send = async () => {
    await page.getByRole('button', { name: 'Submit request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit request' }).click();
  };
  await send();
  await expect(page.getByText(/you won't create a duplicate/)).toBeVisible();
  await page.unroute('**/support/save');
  const creation = page.waitForResponse('**/support/save');
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  const { id, requestId } = (await (await creation).json()) as { id: number; requestId: string };
  await expect(page).toHaveURL(/remote-support\/list/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: `${requestId} submitted` })).toBeVisible();
  const rows = await page.request.get(`/api/rest/remote-support?filter=${JSON.stringify({ keyword: title })}`, {
    headers: { Authorization: client, Lang: 'en' },
  });
  expect(((await rows.json()) as { requestId: string }[]).map((row) => row.requestId)).toEqual([requestId]);
  // New York time is UTC−5 in winter.
  expect((await read(page, client, id)).preferredDate).toMatch(/^2027-01-15T14:30:00/);
});
