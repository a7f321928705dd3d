import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ListIcon from '@mui/icons-material/ListAltOutlined';
import { expect, it } from 'vitest';
import { getSettingsIcon } from './icons';

const server = join(import.meta.dirname, '../../../../portal_backend');

it('has a distinct icon for each icon name of the server', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.py'));
  const code = files.map((name) => readFileSync(join(server, name), 'utf8')).join('\n');
  const names = [...new Set([...code.matchAll(/\bicon="(\w+)"/g)].map(([, name = '']) => name))];
  expect(names.length).toBeGreaterThan(15);
  const icons = names.map(getSettingsIcon);
  expect(icons).not.toContain(ListIcon);
  expect(new Set(icons).size).toBe(names.length);
});
