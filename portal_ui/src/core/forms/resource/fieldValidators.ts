import { required as anyRequired, type Validator } from 'ra-core';
import type { Field, FieldFormat } from '../../../api/types';
import {
  maxLength,
  normalizeText,
  required,
  requiredEntry,
  type ValueValidator,
  validateAmount,
  validateEmail,
  validatePersonName,
  validatePhone,
  validateUsername,
  validateWholeNumber,
} from '../validators';
import type { FormValues } from './formValues';

const validatorByFormat: Partial<Record<FieldFormat, ValueValidator>> = {
  email: validateEmail,
  phone: validatePhone,
  personName: validatePersonName,
  username: validateUsername,
};

/** Return react-admin's validators of a field; `hasPicture` if one is stored. */
export function getFieldValidators(
  { type, format, required: isRequired, maxLength: max }: Field,
  hasPicture = false,
): Validator[] {
  const formatRule = format && validatorByFormat[format];
  switch (type) {
    case 'boolean':
    case 'matrix':
      return [];
    case 'choice':
    case 'choices':
    case 'texts':
      return isRequired ? [anyRequired('saving.rule.required')] : [];
    case 'image':
      return isRequired && !hasPicture ? [anyRequired('form.rule.image')] : [];
    case 'number':
      return [...(isRequired ? [required] : []), validateWholeNumber];
    case 'money':
      return [...(isRequired ? [required] : []), validateAmount];
    default:
      return [
        ...(isRequired ? [required] : []),
        ...(max === null ? [] : [maxLength(max)]),
        ...(formatRule ? [formatRule] : []),
      ];
  }
}

/** Return the validators of each entry of a text list. */
export const getItemValidators = ({ key, format }: Field): Validator[] => {
  const formatRule = format && validatorByFormat[format];
  return [requiredEntry, ...(formatRule ? [formatRule] : []), isUniqueInList(key)];
};

/** Create a validator that rejects duplicates in a text list, ignoring case. */
const isUniqueInList =
  (key: string): Validator =>
  (value, values: FormValues) => {
    const list = values[key];
    if (!Array.isArray(list)) return undefined;
    const normalized = list.map((each) =>
      typeof each === 'object' && 'value' in each ? normalizeText(each.value).toLowerCase() : each,
    );
    return normalized.indexOf(normalizeText(value).toLowerCase()) !==
      normalized.lastIndexOf(normalizeText(value).toLowerCase())
      ? 'form.rule.twice'
      : undefined;
  };

/** Return whether the value of a field is valid. */
export function isFieldValid(field: Field, values: FormValues, hasPicture: boolean): boolean {
  const value = values[field.key];
  const isValid = (rules: Validator[], each: unknown) => rules.every((rule) => !rule(each, values, {}));
  const items = field.type === 'texts' && Array.isArray(value) ? value : [];
  return (
    isValid(getFieldValidators(field, hasPicture), value) &&
    items.every((item) =>
      isValid(getItemValidators(field), typeof item === 'object' && 'value' in item ? item.value : item),
    )
  );
}
