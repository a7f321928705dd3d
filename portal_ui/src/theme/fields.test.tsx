// @vitest-environment jsdom
import Checkbox from '@mui/material/Checkbox';
import { useFormControl } from '@mui/material/FormControl';
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BooleanInput, SkipNavigationButton, TextInput } from 'react-admin';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CheckboxGroupInput, RadioButtonGroupInput } from '../core/forms/inputs/choiceGroupInputs';
import { AutocompleteInput, SelectArrayInput, SelectInput } from '../core/forms/inputs/choiceInputs';
import { withRouter } from '../core/process/testing';
import { ChoiceLabel } from './ChoiceLabel';
import { FieldHelp } from './FieldHelp';
import { FieldRoot } from './FieldRoot';
import { getPopupContainer } from './getPopupContainer';
import { pictureTile } from './mixins';
import { theme } from './theme';

type Values = Record<string, unknown>;
let form: UseFormReturn<Values>;
const choices = [
  { key: 'a', name: 'shared.close' },
  { key: 'b', name: 'Blue' },
];

function Form({ values, children }: { values: Values; children: ReactNode }) {
  form = useForm<Values>({ defaultValues: values });
  return <FormProvider {...form}>{children}</FormProvider>;
}
const open = (input: ReactNode, values: Values = { x: '' }) => render(withRouter(<Form values={values}>{input}</Form>));

afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
});

describe('inputs of choices of the server', { timeout: 30_000 }, () => {
  it('store keys, and do not translate the names', () => {
    open(<CheckboxGroupInput source="x" label="Colours" choices={choices} />, { x: [] });
    fireEvent.click(screen.getByRole('checkbox', { name: 'shared.close' }));
    expect(form.getValues('x')).toEqual(['a']);
    cleanup();
    open(<RadioButtonGroupInput source="x" label="Colour" choices={choices} />);
    fireEvent.click(screen.getByRole('radio', { name: 'Blue' }));
    expect(form.getValues('x')).toBe('b');
  });

  it('are selects with the chosen name, whose list stays in the dialog that has them', async () => {
    open(
      <div role="dialog">
        <SelectInput source="x" label="Colour" choices={choices} />
      </div>,
      { x: 'b' },
    );
    const select = screen.getByRole('combobox');
    expect(select.textContent).toBe('Blue');
    act(() => select.focus());
    fireEvent.mouseDown(select);
    const option = screen.getByRole('option', { name: 'shared.close' });
    expect(screen.getByRole('dialog', { hidden: true }).contains(option)).toBe(true);
    fireEvent.click(option);
    expect(form.getValues('x')).toBe('a');
  });

  it('store several keys', () => {
    open(<SelectArrayInput source="x" label="Colours" choices={choices} />, { x: ['b'] });
    fireEvent.mouseDown(screen.getByRole('combobox'));
    fireEvent.click(screen.getByRole('option', { name: 'shared.close' }));
    expect(form.getValues('x')).toEqual(['b', 'a']);
  });

  it('open an autocomplete on typing, not on focus, and say that nothing matches', () => {
    open(<AutocompleteInput source="x" label="Colour" choices={choices} />);
    const field = screen.getByRole('combobox');
    act(() => field.focus());
    expect(screen.queryByRole('listbox')).toBeNull();
    fireEvent.change(field, { target: { value: 'Bl' } });
    expect(screen.getByRole('option').textContent).toBe('Blue');
    fireEvent.change(field, { target: { value: 'xyz' } });
    expect(screen.getByText('No matches')).toBeTruthy();
  });
});

it('keeps an emptied text as "", and takes a switch as a boolean', () => {
  open(
    <>
      <TextInput source="x" label="Name" />
      <BooleanInput source="on" label="Sold" />
    </>,
    { x: 'a', on: false },
  );
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('switch', { name: 'Sold' }));
  expect(form.getValues()).toEqual({ x: '', on: true });
});

it('has checkboxes of rows whose name screen readers know, as it is not on the element around', () => {
  render(withRouter(<Checkbox aria-label="Select this row" />));
  const box = screen.getByRole('checkbox', { name: 'Select this row' });
  expect(box.parentElement?.hasAttribute('aria-label')).toBe(false);
});

describe('the help of a field', () => {
  it('describes a group or a switch without a description of its own, until it is gone', () => {
    const page = (hasHelp: boolean) => (
      <>
        <fieldset>{hasHelp && <FieldHelp>of a group</FieldHelp>}</fieldset>
        <div className="ra-input">
          <input type="checkbox" />
          {hasHelp && <FieldHelp>of a switch</FieldHelp>}
        </div>
      </>
    );
    const { rerender } = render(page(true));
    const getTexts = () =>
      ['group', 'checkbox'].map((role) => {
        const id = screen.getByRole(role).getAttribute('aria-describedby');
        return id && document.getElementById(id)?.textContent;
      });
    expect(getTexts()).toEqual(['of a group', 'of a switch']);
    rerender(page(false));
    expect(getTexts()).toEqual([null, null]);
  });

  it('leaves the description of a text field to that, and has the counter at its end', () => {
    render(
      <div className="ra-input">
        <input aria-describedby="own" />
        <FieldHelp id="own" counter="3 of 9">
          Help
        </FieldHelp>
      </div>,
    );
    expect(screen.getByRole('textbox').getAttribute('aria-describedby')).toBe('own');
    expect(document.getElementById('own')?.textContent).toBe('Help3 of 9');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it.each([
  ['of its own', { required: true }, true],
  ['of its label', { label: <Label isRequired /> }, true],
  ['neither', { label: <Label isRequired={false} /> }, false],
  ['no element', { label: 'Name' }, false],
])('is required if that is a property of the field or its label: %s', (_, ownerState, isRequired) => {
  render(
    <ThemeProvider theme={theme}>
      <FieldRoot ownerState={ownerState} InputProps={{}} data-testid="root">
        <Required />
      </FieldRoot>
    </ThemeProvider>,
  );
  expect(screen.getByText(`required: ${isRequired}`)).toBeTruthy();
});

/** Field of MUI that says whether its form control is required. */
function Required() {
  return <p>required: {String(useFormControl()?.required)}</p>;
}

function Label(_: { isRequired: boolean }) {
  return null;
}

it('gives the input of a choice to react-admin, by a callback or an object', () => {
  const callback = vi.fn();
  const object = { current: null };
  render(
    <>
      <ChoiceLabel inputRef={callback}>
        <input type="checkbox" />
      </ChoiceLabel>
      <ChoiceLabel inputRef={object}>
        <input type="radio" />
      </ChoiceLabel>
    </>,
  );
  expect(callback).toHaveBeenCalledWith(screen.getByRole('checkbox'));
  expect(object.current).toBe(screen.getByRole('radio'));
  cleanup();
  expect(callback).toHaveBeenLastCalledWith(null);
});

it.each([
  ['a dialog', '<main><div role="dialog" id="it"><button></button></div></main>', 'it'],
  ['the page', '<main id="it"><button></button></main>', 'it'],
  ['the header', '<header id="it"><button></button></header>', 'it'],
  [
    'a menu of the header',
    '<header id="it"><div role="dialog" class="MuiMenu-paper"><button></button></div></header>',
    'it',
  ],
  ['neither', '<button></button>', 'body'],
])('opens a list in the container of its control: %s', (_, html, id) => {
  document.body.id = 'body';
  document.body.innerHTML = html;
  document.querySelector('button')?.focus();
  expect(getPopupContainer().id).toBe(id);
});

it('inverts line art in dark mode only', () => {
  const { backgroundColor, ...dark } = pictureTile(theme) as Record<string, unknown>;
  expect(backgroundColor).toBe(theme.portal.recessed);
  const [[selector, style] = []] = Object.entries(dark);
  expect(selector).toContain('data-mode="dark"');
  expect(style).toMatchObject({ '& img[data-drawing]': { filter: theme.portal.drawingFilter } });
});

it('moves the focus to the main content by the link that skips the navigation', () => {
  render(
    withRouter(
      <>
        <SkipNavigationButton />
        <div id="main-content">the page</div>
      </>,
    ),
  );
  fireEvent.click(screen.getByRole('button'));
  expect(document.activeElement).toBe(screen.getByText('the page'));
});
