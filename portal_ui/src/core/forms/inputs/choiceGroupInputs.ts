import type { ReactElement } from 'react';
import * as inputs from 'react-admin';
import type { Choices } from './choiceInputs';

// Lists have no groups of choices: in a module of their own they do not load these.
export const CheckboxGroupInput = inputs.CheckboxGroupInput as (
  props: inputs.CheckboxGroupInputProps & Choices,
) => ReactElement;
export const RadioButtonGroupInput = inputs.RadioButtonGroupInput as (
  props: inputs.RadioButtonGroupInputProps & Choices,
) => ReactElement;
