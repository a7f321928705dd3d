import { expect, test } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { getMessages } from './messages';
import { field } from './partsPage';
import { callApi, contact, logInAs, openRequest, typeInto } from './remoteSupportPages';

const messages = getMessages('en');

test('an administrator adds a pre-call check, the client ticks it, the service sees it, and a repair request follows', async ({
  page,
  baseURL,
}, { retry }) => {
  test.slow();
  // An earlier attempt may have left its check.
  const text = `The yellow cap is off (${retry}).`;
  const client = await logInAs(page, baseURL ?? '', 'client');
  const handhelds = 'parts/fetch/by/category?category=HANDHELD&serviceCategories=REMOTE_SUPPORT';
  const parts = await callApi<{ id: number; partName: string }[]>(page, client, 'GET', handhelds);
  const part = parts.find(({ partName }) => partName === 'D3S ID');

  await logInAs(page, baseURL ?? '', 'admin');
  await page.goto('/#/en/check-points/create');
  await field(page, 'text', 'en').fill(text);
  await field(page, 'text', 'es').fill('La tapa amarilla está quitada.');
  await page.getByRole('combobox', { name: messages.server('columns.model') }).click();
  await page.getByRole('option', { name: 'D3S ID', exact: true }).click();
  await field(page, 'position').fill('7');
  await expectNoViolations(page);
  await page
    .getByRole('button', { name: messages.server('titles.add', { record: messages.server('records.check-points') }) })
    .click();
  await expect(page).toHaveURL(/check-points(\?|$)/);
  await expect(page.getByText(text).first()).toBeVisible();

  const { id } = await callApi<{ id: number }>(page, client, 'PUT', 'support/save', {
    title: 'No spectra',
    description: 'No spectrum arrives on the phone.',
    specialSupport: false,
    preferredDate: '2027-01-15T14:30:00Z',
    preferredContactMethods: ['PHONE'],
    partId: part?.id,
    serialNumber: 'D3S-90210',
    contact,
    attachments: [],
  });
  const openAs = async (username: string) => {
    await logInAs(page, baseURL ?? '', username);
    await page.goto('about:blank');
    await openRequest(page, messages, id);
  };
  await openAs('client');
  const box = page.getByRole('checkbox', { name: text });
  await box.check();
  const list = page.getByRole('region', { name: messages.t('remoteSupport.checks.title') });
  const point = list.getByRole('listitem').filter({ hasText: text });
  await expect(point).toContainText(/\d{4}/);
  await expect(box).toBeChecked();
  await expectNoViolations(page);

  const supervisor = await logInAs(page, baseURL ?? '', 'supervisor');
  await callApi(page, supervisor, 'POST', `support/update/initial-approval?remoteSupportId=${id}&status=APPROVED`);
  await callApi(page, supervisor, 'PUT', `support/update-status?remoteSupportId=${id}`);
  await openAs('service');
  await expect(box).toBeChecked();
  await expectNoViolations(page);
  // By mouse and in English: remoteSupport.spec.ts enters a session by keyboard and in Spanish.
  const session = (key: string) => messages.t(`remoteSupport.session.${key}`);
  const card = page.getByRole('form', { name: session('fresh') });
  await card.getByLabel(session('durationInHours')).fill('1.25');
  await typeInto(card.getByRole('group', { name: session('completionDate') }), '11202026');
  await card.getByLabel(session('summary')).fill('Settings entered again.');
  await card.getByRole('button', { name: new RegExp(messages.t('process.save')) }).click();
  await expect(page.getByText(session('saved'))).toBeVisible();

  await openAs('client');
  await page.getByRole('link', { name: messages.t('remoteSupport.leadOn.repair') }).click();
  await expect(page).toHaveURL(new RegExp(`new-repair\\?from=${id}`));
  await expect(page.getByRole('textbox', { name: messages.t('remoteSupport.field.serialNumber') })).toHaveValue(
    'D3S-90210',
  );
  const submit = { name: messages.t('creation.submit') };
  await page.getByRole('button', submit).click();
  await page.getByRole('dialog').getByRole('button', submit).click();
  await expect(page).toHaveURL(/active-repairs/);
  const fetched = `support/fetch/by/id?id=${id}`;
  const { related } = await callApi<{ related: { kind: string }[] }>(page, client, 'GET', fetched);
  expect(related.map(({ kind }) => kind)).toEqual(['REPAIR']);
});
