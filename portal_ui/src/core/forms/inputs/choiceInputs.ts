import type { ReactElement } from 'react';
import * as inputs from 'react-admin';

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

export const SelectInput = inputs.SelectInput as (props: inputs.SelectInputProps & Choices) => ReactElement;
export const SelectArrayInput = inputs.SelectArrayInput as (
  props: inputs.SelectArrayInputProps & Choices,
) => ReactElement;
export const AutocompleteArrayInput = inputs.AutocompleteArrayInput as <Option = AnyChoice>(
  props: inputs.AutocompleteArrayInputProps<Option> & Choices,
) => ReactElement;
export const AutocompleteInput = inputs.AutocompleteInput as <
  Option = AnyChoice,
  Multiple extends boolean | undefined = false,
  DisableClearable extends boolean | undefined = false,
>(
  props: inputs.AutocompleteInputProps<Option, Multiple, DisableClearable, false> & Choices,
) => ReactElement;
