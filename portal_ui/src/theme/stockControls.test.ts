import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { theme } from './theme';

const source = join(import.meta.dirname, '..');

/** One select, one switch, one date field: what else a screen could take, and what it takes instead. */
const stock: [pattern: RegExp, instead: string][] = [
  [/from '@mui\/material\/(Select|NativeSelect)'/, 'SelectInput of core/forms/inputs/choiceInputs, or CellSelect'],
  [/from '@mui\/x-date-pickers/, 'DateInput or TimeInput of core/forms/inputs'],
  [/\b(DateInput|DateTimeInput|TimeInput|NullableBooleanInput)\b[^;]*from 'react-admin'/, 'core/forms/inputs'],
  [/type="(date|time|datetime-local)"/, 'DateInput or TimeInput of core/forms/inputs'],
  [/<select\b/, 'SelectInput of core/forms/inputs/choiceInputs, or CellSelect'],
];

it.each(['features', 'app'])('%s take the selects and date fields of core alone', (folder) => {
  const files = readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))) {
    const text = readFileSync(join(source, folder, file), 'utf8');
    for (const [pattern, instead] of stock) expect(text, `${file}: use ${instead}`).not.toMatch(pattern);
  }
});

it('the one switch is a pill with its knob inside, whoever draws it', () => {
  const styles = theme.components?.MuiSwitch?.styleOverrides;
  expect(styles?.root).toMatchObject({ width: 58, padding: '8px 11px' });
  expect(styles?.thumb).toMatchObject({ width: 16, boxShadow: 'none' });
});
