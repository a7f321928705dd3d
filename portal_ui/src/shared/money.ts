import { useCallback } from 'react';
import { useLanguage } from './links';

/** USD as both languages of the portal write it: "$1,250.00". */
export const formatMoney = (amount: number, language: string): string =>
  new Intl.NumberFormat(language === 'es' ? 'es-US' : 'en-US', { style: 'currency', currency: 'USD' }).format(amount);

export function useMoney(): (amount: number) => string {
  const language = useLanguage();
  return useCallback((amount) => formatMoney(amount, language), [language]);
}
