import type { ReactElement } from 'react';
import * as inputs from 'react-admin';
import type { Choices } from './choiceInputs';

// Separate module, as list pages do not need these inputs in their chunk.
export const CheckboxGroupInput = inputs.CheckboxGroupInput as (
  props: inputs.CheckboxGroupInputProps & Choices,
) => ReactElement;
export const RadioButtonGroupInput = inputs.RadioButtonGroupInput as (
  props: inputs.RadioButtonGroupInputProps & Choices,
) => ReactElement;
