import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import type { Field } from '../../../api/types';
import { useFormat } from '../../i18n/format';

/** Return a formatter of field values; images and matrices have no text. */
export function useFormatValue(): (field: Field, value: unknown) => string {
  const translate = useTranslate();
  const { money } = useFormat();
  return useCallback(
    ({ type, choices }, value) => {
      if (type === 'boolean') return translate(value === true ? 'ra.boolean.true' : 'ra.boolean.false');
      if (type === 'money' && value !== '' && !Number.isNaN(Number(value ?? Number.NaN))) return money(Number(value));
      if (type === 'image' || type === 'matrix') return '';
      const texts = (Array.isArray(value) ? value : [value ?? '']).map(plainText);
      return texts.map((text) => choices.find(({ key }) => key === text)?.name ?? text).join(', ');
    },
    [translate, money],
  );
}

const plainText = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'value' in value ? String(value.value) : String(value);
