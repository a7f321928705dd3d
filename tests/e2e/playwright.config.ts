import { defineConfig } from '@playwright/test';

/** Runs against a portal that is already up (PORTAL_URL), in Debian's Chromium. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A machine that is busy for a moment fails no run; what passes at a second try is told as flaky in the output.
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
    // Tracing every test takes a third of the machine.
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
        // The key of a portal behind https whose authority lives as long as the run.
        ...(process.env.PORTAL_SPKI_HASH
          ? [`--ignore-certificate-errors-spki-list=${process.env.PORTAL_SPKI_HASH}`]
          : []),
      ],
    },
  },
});
