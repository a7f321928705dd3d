// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt, serve } from '../imports/testing';
import SetupPage from './SetupPage';

const steps = [
  { key: 'services', path: 'create/contact', open: 1, problem: 'missing' },
  { key: 'clients', path: 'clients', open: 3, problem: 'missing' },
  { key: 'catalog', path: 'parts', open: 0, problem: 'missing' },
  { key: 'testMail', path: 'mail-notification', open: 1, problem: 'noServer' },
];
const at = { at: '/en/setup', route: '/:lang/setup' };
const timeout = 30_000;

it('shows for each step whether it is done, the count missing, and a link', {
  timeout,
}, async () => {
  serve({ 'GET /api/v1/setup/checklist': () => steps });
  await renderAt(<SetupPage />, at);
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual([
    'Services, not complete',
    'Clients, not complete',
    'Parts catalog, done',
    expect.stringContaining(', not complete'),
  ]);
  expect(items[1]?.textContent).toContain("3 clients have no repair service and can't create requests.");
  expect(items[3]?.textContent).toContain('No mail server is configured. Emails are saved as files only.');
  expect(items[2]?.textContent).toContain('Clients can choose parts.');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(steps.map(({ path }) => `/en/${path}`));
});

it('sends a test email and shows success or the reason of a failure', { timeout }, async () => {
  let answer: unknown = true;
  const requests = serve({
    'GET /api/v1/setup/checklist': () => steps,
    'POST /api/v1/setup/test-mail': () => answer,
  });
  await renderAt(<SetupPage />, at);
  const send = await screen.findByRole('button', { name: 'Send a test email' });
  fireEvent.click(send);
  await screen.findByText('Test email sent. Check your inbox.');
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  answer = false;
  await waitFor(() => expect(send).toHaveProperty('disabled', false));
  fireEvent.click(send);
  await screen.findByText('No mail server is configured. The test email is saved as a file only.');
  answer = new Response(JSON.stringify({ code: 'X', message: 'The mail server refused it.' }), { status: 502 });
  await waitFor(() => expect(send).toHaveProperty('disabled', false));
  fireEvent.click(send);
  await screen.findByText('The mail server refused it.');
});

it('updates the step after the test email was sent', { timeout }, async () => {
  let open = 1;
  serve({
    'GET /api/v1/setup/checklist': () => [{ key: 'testMail', path: 'mails', open, problem: 'missing' }],
    'POST /api/v1/setup/test-mail': () => true,
  });
  await renderAt(<SetupPage />, at);
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test email' }));
  // next to the step, not in a snackbar
  const text = await screen.findByText('Test email sent. Check your inbox.');
  expect(screen.getByRole('listitem').contains(text)).toBe(true);
  open = 0;
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/, done$/), {
    timeout: 20_000,
  });
});

it('offers a retry if the steps fail to load', { timeout }, async () => {
  let answer: unknown;
  serve({ 'GET /api/v1/setup/checklist': () => answer });
  await renderAt(<SetupPage />, at);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answer = steps;
  fireEvent.click(retry);
  expect(await screen.findAllByRole('listitem')).toHaveLength(4);
});
