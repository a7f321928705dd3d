import { defineConfig } from '@playwright/test';

/** Configuration for a running portal (PORTAL_URL) and Debian's Chromium. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A briefly busy machine must not fail the run; tests that pass on a retry are reported as flaky.
  retries: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: '../../test-results',
  use: {
    baseURL: process.env.PORTAL_URL ?? 'http://127.0.0.1:8000',
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Tracing every test takes a third of the CPU.
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Trust the key of an https portal whose certificate authority exists only during the run.
        ...(process.env.PORTAL_SPKI_HASH
          ? [`--ignore-certificate-errors-spki-list=${process.env.PORTAL_SPKI_HASH}`]
          : []),
      ],
    },
  },
});
