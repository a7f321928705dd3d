import type { AutocompleteInputChangeReason } from '@mui/material/Autocomplete';
import { useWrappedSource, ValidationError } from 'ra-core';
import { type FocusEvent, type KeyboardEvent, type ReactElement, type SyntheticEvent, useRef, useState } from 'react';
import {
  type AutocompleteArrayInputProps,
  type AutocompleteInputProps,
  AutocompleteArrayInput as RaAutocompleteArrayInput,
  AutocompleteInput as RaAutocompleteInput,
  SelectArrayInput as RaSelectArrayInput,
  SelectInput as RaSelectInput,
  type SelectArrayInputProps,
  type SelectInputProps,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';

/**
 * Choices of react-admin's choice inputs. The theme sets `optionValue` to `key`, as the server sends `{ key, name }`.
 * For choices of another shape it must be set, else react-admin silently shows no selection.
 */
export type Choices =
  | { choices?: readonly { key: string | number; name?: unknown }[] | undefined; optionValue?: never }
  | { choices?: readonly object[] | undefined; optionValue: string };

/** Choice of any shape, which is react-admin's default. */
// biome-ignore lint/suspicious/noExplicitAny: same as react-admin's type
type AnyChoice = any;

export const SelectInput = RaSelectInput as (props: SelectInputProps & Choices) => ReactElement;
export const SelectArrayInput = RaSelectArrayInput as (props: SelectArrayInputProps & Choices) => ReactElement;
export const AutocompleteArrayInput = RaAutocompleteArrayInput as <Option = AnyChoice>(
  props: AutocompleteArrayInputProps<Option> & Choices,
) => ReactElement;

type AutocompleteProps<
  Option,
  Multiple extends boolean | undefined,
  DisableClearable extends boolean | undefined,
> = Omit<AutocompleteInputProps<Option, Multiple, DisableClearable, false>, 'source'> &
  Choices & { source: string; placeholder?: string };

/** Fold a text for comparison: without case, accents and outer spaces. */
const fold = (text: string) => text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Find the only choice equal to a typed text, or else its only match.
 * A match contains the text, unless `matches` decides, as for suggestions.
 */
function findTypedChoice<T>(
  text: string,
  choices: readonly T[],
  getLabel: (choice: T) => string,
  matches = (choice: T) => fold(getLabel(choice)).includes(fold(text)),
): T | null {
  const equal = choices.filter((choice) => fold(getLabel(choice)) === fold(text));
  const found = equal.length > 0 ? equal : choices.filter(matches);
  return found.length === 1 ? (found[0] ?? null) : null;
}

const AnyAutocompleteInput = RaAutocompleteInput as (props: Record<string, unknown>) => ReactElement;

/** Default delay of a search, and time for its request to start, in ms. */
const DEFAULT_DEBOUNCE_MS = 250;
const REQUEST_START_MS = 100;

/** Autocomplete that selects the typed choice on blur or Enter, or shows an error. */
export function AutocompleteInput<
  Option = AnyChoice,
  Multiple extends boolean | undefined = false,
  DisableClearable extends boolean | undefined = false,
>({ placeholder, ...props }: AutocompleteProps<Option, Multiple, DisableClearable>) {
  const { source, choices = [], optionValue = 'key', optionText, inputText, parse } = props;
  const TextFieldProps = { placeholder, ...props.TextFieldProps };
  const { matchSuggestion, setFilter, debounce = DEFAULT_DEBOUNCE_MS, loading = false } = props;
  const { setValue } = useFormContext();
  const name = useWrappedSource(source);
  const value = useWatch({ name }) as unknown;
  const typedAt = useRef(0);
  const [unmatched, setUnmatched] = useState<{ text: string; value: unknown } | null>(null);

  const getKey = (choice: AnyChoice) => choice?.[optionValue];
  const getLabel = (choice: AnyChoice) =>
    String(inputText ? inputText(choice) : choice[typeof optionText === 'string' ? optionText : 'name']);
  const selectTyped = (text: string) => {
    const selected = choices.find((choice) => String(getKey(choice)) === String(value));
    setUnmatched(null);
    if (text.trim() === '' || (selected && getLabel(selected) === text)) return;
    // The choices of a search on the server are for an earlier text until its response.
    if (loading || (setFilter && Date.now() - typedAt.current < debounce + REQUEST_START_MS)) return;
    const isSuggested =
      matchSuggestion && ((choice: AnyChoice) => choice !== selected && matchSuggestion(text, choice));
    const choice = findTypedChoice(text, choices as readonly AnyChoice[], getLabel, isSuggested);
    setUnmatched(choice ? null : { text, value });
    if (!choice || choice === selected) return;
    const key = getKey(choice);
    setValue(name, parse ? parse(key) : key, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    props.onChange?.(key, choice);
  };
  if (props.multiple) return <AnyAutocompleteInput {...props} />;
  return (
    <AnyAutocompleteInput
      // "No matches" would be wrong until the choices are loaded; react-admin has its own text after a second only.
      {...(loading && choices.length === 0 && { noOptionsText: 'shared.loading' })}
      {...props}
      TextFieldProps={TextFieldProps}
      onBlur={(event?: FocusEvent<HTMLInputElement>) => {
        if (event) selectTyped(event.target.value);
        props.onBlur?.(event);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
        const { target } = event;
        // A highlighted choice is selected by Enter itself.
        if (event.key === 'Enter' && target instanceof HTMLInputElement && !target.ariaActiveDescendantElement) {
          selectTyped(target.value);
        }
      }}
      onInputChange={(event: SyntheticEvent, text: string, reason: AutocompleteInputChangeReason) => {
        if (reason === 'input' || reason === 'clear') setUnmatched(null);
        if (reason === 'input') typedAt.current = Date.now();
        props.onInputChange?.(event, text, reason);
      }}
      {...(unmatched &&
        unmatched.value === value && {
          TextFieldProps: {
            ...TextFieldProps,
            error: true,
            helperText: <ValidationError error={{ message: 'shared.notInList', args: { text: unmatched.text } }} />,
          },
        })}
    />
  );
}
