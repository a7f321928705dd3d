import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'ra-core';
import { type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import { FieldFrame, type FieldProps } from './FieldFrame';
import { listPlace } from './listPlace';

type Choice = { key: string; name: string };

type Props<T extends FieldValues, C extends Choice> = UseControllerProps<T> &
  FieldProps &
  Pick<
    AutocompleteProps<C, false, boolean, false>,
    'renderOption' | 'loading' | 'filterOptions' | 'disableClearable'
  > & {
    choices: readonly C[];
    placeholder?: string;
    autoComplete?: string;
  };

/** One of many choices, found by typing; the form holds its key. */
export function AutocompleteField<T extends FieldValues, C extends Choice>(props: Props<T, C>) {
  const { name, control, rules, defaultValue, shouldUnregister, label, required, optional, help, disabled } = props;
  const { choices, placeholder, autoComplete, renderOption, loading, filterOptions, disableClearable } = props;
  const { field, fieldState } = useController({ name, control, rules, defaultValue, shouldUnregister });
  const translate = useTranslate();
  return (
    <FieldFrame {...{ label, required, optional, help }} error={fieldState.error?.message}>
      {(ids) => (
        <Autocomplete<C, false, boolean, false>
          {...{ renderOption, loading, filterOptions, disableClearable, disabled }}
          id={ids.id}
          options={choices}
          autoHighlight
          openOnFocus
          value={choices.find((choice) => choice.key === field.value) ?? null}
          getOptionLabel={(choice) => choice.name}
          getOptionKey={(choice) => choice.key}
          slotProps={{ popper: { container: () => listPlace(ids.id) } }}
          isOptionEqualToValue={(one, other) => one.key === other.key}
          onChange={(_, choice) => field.onChange(choice?.key ?? '')}
          onBlur={field.onBlur}
          noOptionsText={translate('shared.noMatch')}
          loadingText={translate('shared.loading')}
          openText={translate('shared.open')}
          closeText={translate('shared.close')}
          clearText={translate('shared.clear')}
          renderInput={({ slotProps, ...input }) => (
            <OutlinedInput
              {...slotProps.input}
              id={input.id}
              disabled={input.disabled}
              fullWidth
              error={!!fieldState.error}
              placeholder={placeholder}
              inputRef={field.ref}
              inputProps={{
                ...slotProps.htmlInput,
                autoComplete: autoComplete ?? 'off',
                'aria-describedby': ids['aria-describedby'],
                'aria-required': required,
              }}
            />
          )}
        />
      )}
    </FieldFrame>
  );
}
