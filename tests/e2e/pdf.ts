import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Worker } from './processPage';

const python = join(import.meta.dirname, '../../.venv/bin/python');
const reader = `import json, sys
from pypdf import PdfReader
json.dump([" ".join(page.extract_text().split()) for page in PdfReader(sys.argv[1]).pages], sys.stdout)`;

/** Download a PDF by its button and return the text of each page. Lines are joined: breaks depend on the layout. */
export async function downloadPdf({ page, button, press }: Worker, label: string, name: string): Promise<string[]> {
  const started = page.waitForEvent('download');
  await press(button(label));
  const download = await started;
  expect(download.suggestedFilename()).toBe(name);
  return JSON.parse(execFileSync(python, ['-c', reader, await download.path()], { encoding: 'utf8' })) as string[];
}
