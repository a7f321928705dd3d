import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'ra-core';
import { type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import { FieldFrame, type FieldProps } from './FieldFrame';
import { listPlace } from './listPlace';

type Choice = { key: string; name: string };

type Props<T extends FieldValues> = UseControllerProps<T> & FieldProps & { choices: readonly Choice[] };

/** Any of many choices, each chosen one a chip; the form holds their keys. */
export function ChoicesField<T extends FieldValues>({ choices, ...props }: Props<T>) {
  const { label, required, optional, help, disabled, ...controller } = props;
  const { field, fieldState } = useController(controller);
  const translate = useTranslate();
  const chosen = Array.isArray(field.value) ? (field.value as string[]) : [];
  return (
    <FieldFrame {...{ label, required, optional, help }} error={fieldState.error?.message}>
      {(ids) => (
        <Autocomplete<Choice, true>
          multiple
          disableCloseOnSelect
          openOnFocus
          id={ids.id}
          disabled={disabled}
          options={choices}
          value={chosen.map((key) => choices.find((choice) => choice.key === key) ?? { key, name: key })}
          getOptionLabel={({ name }) => name}
          getOptionKey={({ key }) => key}
          slotProps={{ popper: { container: () => listPlace(ids.id) } }}
          isOptionEqualToValue={(one, other) => one.key === other.key}
          onChange={(_, now) => field.onChange(now.map(({ key }) => key))}
          onBlur={field.onBlur}
          noOptionsText={translate('shared.noMatch')}
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
              inputRef={field.ref}
              inputProps={{
                ...slotProps.htmlInput,
                autoComplete: 'off',
                'aria-describedby': ids['aria-describedby'],
              }}
            />
          )}
        />
      )}
    </FieldFrame>
  );
}
