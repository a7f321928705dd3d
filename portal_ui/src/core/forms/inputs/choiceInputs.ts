import type { ReactElement } from 'react';
import * as inputs from 'react-admin';

/**
 * react-admin's inputs of choices. The theme gives them the server's choices, `{ key, name }`; react-admin draws nothing
 * chosen, and says nothing, where choices have no such key. So choices of another shape must name theirs.
 */
export type Choices =
  | { choices?: readonly { key: string | number; name?: unknown }[] | undefined; optionValue?: never }
  | { choices?: readonly object[] | undefined; optionValue: string };

/** react-admin's own default: a choice of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: as react-admin has it
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
