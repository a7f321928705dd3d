import { useTranslate } from 'ra-core';
import type { UseControllerProps } from 'react-hook-form';
import type { Field } from '../../server/types';
import { AutocompleteField } from '../../shared/fields/AutocompleteField';
import { ChoicesField } from '../../shared/fields/ChoicesField';
import { SwitchField } from '../../shared/fields/SwitchField';
import { TextField } from '../../shared/fields/TextField';
import { ImageField } from '../files/ImageField';
import { type FormValues, problemOf } from './formValues';

type Props = {
  field: Field;
  /** The picture that the record has. */
  present: { url: string; name: string } | undefined;
  autoFocus: boolean;
  onBusy: (busy: boolean) => void;
};

/** One field of a declared form, drawn and checked by what it declares. What is not known is one line of text. */
export function DeclaredField({ field, present, autoFocus, onBusy }: Props) {
  const translate = useTranslate();
  const { key, label, type, required, maxLength, choices } = field;
  const rules: UseControllerProps<FormValues>['rules'] = {
    validate: (value) => {
      const problem = problemOf(field, value, present !== undefined);
      return problem === null || translate(problem.key, { max: problem.max });
    },
  };
  const common = { name: key, label, rules, required };
  switch (type) {
    case 'boolean':
      return <SwitchField<FormValues> name={key} label={label} />;
    case 'choice':
      return <AutocompleteField<FormValues, Field['choices'][number]> {...common} choices={choices} />;
    case 'choices':
      return <ChoicesField<FormValues> {...common} choices={choices} />;
    case 'image':
      return <ImageField<FormValues> {...common} present={present} onBusy={onBusy} />;
    case 'longText':
      return (
        <TextField<FormValues>
          {...common}
          {...(maxLength === null ? {} : { maxLength })}
          multiline
          minRows={3}
          maxRows={10}
          autoFocus={autoFocus}
        />
      );
    case 'number':
      return <TextField<FormValues> {...common} inputMode="numeric" autoComplete="off" autoFocus={autoFocus} />;
    case 'money':
      return <TextField<FormValues> {...common} inputMode="decimal" autoComplete="off" autoFocus={autoFocus} />;
    default:
      return <TextField<FormValues> {...common} autoComplete="off" autoFocus={autoFocus} />;
  }
}
