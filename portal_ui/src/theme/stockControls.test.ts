import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { theme } from './theme';

const source = join(import.meta.dirname, '..');

/** Imports and elements that pages must not use, with their replacements. */
const stock: [pattern: RegExp, instead: string][] = [
  [/from '@mui\/material\/(Select|NativeSelect)'/, 'SelectInput of core/forms/inputs/choiceInputs, or CellSelect'],
  [/from '@mui\/x-date-pickers/, 'DateInput or TimeInput of core/forms/inputs'],
  [/\b(DateInput|DateTimeInput|TimeInput|NullableBooleanInput)\b[^;]*from 'react-admin'/, 'core/forms/inputs'],
  [/type="(date|time|datetime-local)"/, 'DateInput or TimeInput of core/forms/inputs'],
  [/<select\b/, 'SelectInput of core/forms/inputs/choiceInputs, or CellSelect'],
];

/** Features with selects outside of forms, which look like the portal's. */
const FORMLESS = /^(spectra|mail|imports|publicPages)[\\/]/;
const TEXT_FIELD_SELECT = /<TextField\s[^<]*\sselect\s|<TextField\s+select\s/;

it.each(['features', 'app'])('%s use only the selects and date fields of core', (folder) => {
  const files = readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))) {
    const text = readFileSync(join(source, folder, file), 'utf8');
    for (const [pattern, instead] of stock) expect(text, `${file}: use ${instead}`).not.toMatch(pattern);
    if (FORMLESS.test(file)) continue;
    expect(text, `${file}: use SelectInput of core/forms/inputs/choiceInputs`).not.toMatch(TEXT_FIELD_SELECT);
  }
});

it('the switch is a pill with its thumb inside', () => {
  const styles = theme.components?.MuiSwitch?.styleOverrides;
  expect(styles?.root).toMatchObject({ width: 58, padding: '8px 11px' });
  expect(styles?.thumb).toMatchObject({ width: 16, boxShadow: 'none' });
});

it('all selects have the chevron in the same place', () => {
  const { MuiSelect, MuiAutocomplete } = theme.components ?? {};
  expect(MuiSelect?.styleOverrides?.icon).toMatchObject({ right: 10, fontSize: 18 });
  // Chevron of 18 px in a button of 28 px.
  expect(MuiAutocomplete?.styleOverrides?.inputRoot).toMatchObject({
    '&.MuiInputBase-root.MuiOutlinedInput-root > .MuiAutocomplete-endAdornment': { right: 5 },
  });
  expect(MuiAutocomplete?.styleOverrides?.popupIndicator).toMatchObject({ '&&': { width: 28, padding: 5 } });
});

it('removable values are chips with a custom delete icon', () => {
  const { MuiChip } = theme.components ?? {};
  expect(MuiChip?.defaultProps?.deleteIcon).toBeTruthy();
  expect(MuiChip?.styleOverrides).toHaveProperty('deletable');
});
