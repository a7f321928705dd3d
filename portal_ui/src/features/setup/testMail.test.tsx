// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { SetupStep } from '../../api/setup';
import { renderAt, serve } from '../imports/testing';
import SetupPage from './SetupPage';

const at = { at: '/en/setup', route: '/:lang/setup' };
const problem = (key: string, path: string, count = 1) => ({ key, path, count });
const mail = (...problems: SetupStep['problems']): SetupStep => ({ key: 'testMail', path: 'mails', problems });

afterEach(() => {
  vi.useRealTimers();
});
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function open(steps: () => SetupStep[], sendMail: () => unknown = () => true) {
  const requests = serve({ 'GET /api/v1/setup/checklist': steps, 'POST /api/v1/setup/test-mail': sendMail });
  await renderAt(<SetupPage />, at);
  await screen.findAllByRole('listitem');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  return { reads: () => requests.filter(({ method }) => method === 'GET').length };
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send a test email' });

it('looks for the result of a test email every two seconds, for a minute', async () => {
  const { reads } = await open(() => [mail(problem('noneSent', 'mails'))]);
  const before = reads();
  await advance(10_000);
  expect(reads()).toBe(before);
  fireEvent.click(button());
  await advance(10_100);
  expect(reads() - before).toBeGreaterThanOrEqual(4);
  expect(reads() - before).toBeLessThanOrEqual(6);
  await advance(60_000);
  const after = reads();
  await advance(10_000);
  expect(reads()).toBe(after);
});

it('stops looking once the email was sent', async () => {
  let steps = [mail(problem('noneSent', 'mails'))];
  const { reads } = await open(() => steps);
  fireEvent.click(button());
  steps = [mail()];
  await advance(4_000);
  const after = reads();
  await advance(20_000);
  expect(reads()).toBe(after);
  expect(screen.getByText('Everything is set up.')).toBeTruthy();
});

it('counts the steps that are not complete', async () => {
  const problems = [problem('none', 'imports'), problem('notSelectable', 'parts')];
  const catalog = { key: 'catalog', path: 'parts', problems };
  await open(() => [mail(problem('noneSent', 'mails')), catalog, { key: 'users', path: 'contacts', problems: [] }]);
  expect(screen.getByText("2 setup steps aren't complete.")).toBeTruthy();
});

it('sends another test email of a complete step, once at a time', async () => {
  let respond: (value: unknown) => void = () => {};
  await open(
    () => [mail()],
    () => new Promise((resolve) => (respond = resolve)),
  );
  expect(within(screen.getByRole('listitem')).getByRole('link', { name: 'Show emails' })).toBeTruthy();
  fireEvent.click(button());
  await advance(10);
  expect(button().disabled).toBe(true);
  respond(true);
  await advance(10);
  await advance(10);
  expect(button().disabled).toBe(false);
  expect(screen.getByRole('status').textContent).toBe('Test email sent. Check your inbox.');
});
