// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt, serve } from '../imports/testing';
import SetupPage from './SetupPage';

const problem = (key: string, path: string, count = 1) => ({ key, path, count });
const steps = [
  { key: 'services', path: 'services', problems: [problem('none', 'create/contact?initial=x')] },
  { key: 'clients', path: 'clients', problems: [problem('withoutService', 'clients?filter=x', 3)] },
  {
    key: 'users',
    path: 'contacts',
    problems: [problem('SUPERVISOR', 'create/contact'), problem('managersWithoutClients', 'edit/contact/maya')],
  },
  { key: 'catalog', path: 'parts', problems: [] },
  { key: 'testMail', path: 'mails', problems: [problem('noServer', 'help/mail-settings')] },
];
const at = { at: '/en/setup', route: '/:lang/setup' };
const timeout = 30_000;

it('names each problem of a step, with a link to solve it', {
  timeout,
}, async () => {
  serve({ 'GET /api/v1/setup/checklist': () => steps });
  await renderAt(<SetupPage />, at);
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual([
    'Services, not complete',
    'Clients, not complete',
    'Users, not complete',
    expect.stringContaining(', not complete'),
    // Although it comes before the last open step.
    'Parts catalog, done',
  ]);
  expect(items[1]?.textContent).toContain("3 clients have no repair service and can't create requests.");
  expect(items[2]?.textContent).toContain('No user has the Supervisor role.');
  expect(items[2]?.textContent).toContain('1 sustainability manager has no clients and sees no requests.');
  expect(items[3]?.textContent).toContain('No mail server is configured, so emails are only saved as files.');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  // A test email would only be saved as a file.
  expect(screen.queryByRole('button', { name: 'Send a test email' })).toBeNull();
  expect(links).toEqual([
    ['Add service', '/en/create/contact?initial=x'],
    ['Choose repair services', '/en/clients?filter=x'],
    ['Invite supervisor', '/en/create/contact'],
    ['Choose clients', '/en/edit/contact/maya'],
    ['How to set up email', '/en/help/mail-settings'],
    ['Show parts', '/en/parts'],
  ]);
  // One main action.
  expect([...document.querySelectorAll('.MuiButton-contained')].map(({ textContent }) => textContent)).toEqual([
    'Add service',
  ]);
});

it('fills the button of the first step that can be completed here; instructions are a link', { timeout }, async () => {
  serve({
    'GET /api/v1/setup/checklist': () => [
      { key: 'testMail', path: 'mails', problems: [problem('noServer', 'help/mail-settings')] },
      { key: 'users', path: 'contacts', problems: [problem('SUPERVISOR', 'create/contact')] },
    ],
  });
  await renderAt(<SetupPage />, at);
  expect((await screen.findByRole('link', { name: 'How to set up email' })).className).not.toContain('MuiButton');
  expect(screen.getByRole('link', { name: 'Invite supervisor' }).className).toContain('MuiButton-contained');
});

it('sends a test email and shows success or the reason of a failure', { timeout }, async () => {
  let response: unknown = true;
  const requests = serve({
    'GET /api/v1/setup/checklist': () => [{ key: 'testMail', path: 'mails', problems: [problem('noneSent', 'mails')] }],
    'POST /api/v1/setup/test-mail': () => response,
  });
  await renderAt(<SetupPage />, at);
  const send = await screen.findByRole('button', { name: 'Send a test email' });
  fireEvent.click(send);
  await screen.findByText('Test email sent. Check your inbox.');
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  response = false;
  await waitFor(() => expect(send).toHaveProperty('disabled', false));
  fireEvent.click(send);
  await screen.findByText('No mail server is configured. The test email was only saved as a file.');
  response = new Response(JSON.stringify({ code: 'X', message: 'The mail server refused it.' }), { status: 502 });
  await waitFor(() => expect(send).toHaveProperty('disabled', false));
  fireEvent.click(send);
  await screen.findByText('The mail server refused it.');
});

it('updates the step after the test email was sent', { timeout }, async () => {
  let problems = [problem('noneSent', 'mails')];
  serve({
    'GET /api/v1/setup/checklist': () => [{ key: 'testMail', path: 'mails', problems }],
    'POST /api/v1/setup/test-mail': () => true,
  });
  await renderAt(<SetupPage />, at);
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test email' }));
  // next to the step, not in a snackbar
  const text = await screen.findByText('Test email sent. Check your inbox.');
  expect(screen.getByRole('listitem').contains(text)).toBe(true);
  problems = [];
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/, done$/), {
    timeout: 20_000,
  });
});

it('offers a retry if the steps fail to load', { timeout }, async () => {
  let response: unknown;
  serve({ 'GET /api/v1/setup/checklist': () => response });
  await renderAt(<SetupPage />, at);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  response = steps;
  fireEvent.click(retry);
  expect(await screen.findAllByRole('listitem')).toHaveLength(5);
});
