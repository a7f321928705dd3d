import { useMemo } from 'react';
import { useLanguage } from '../../shared/links';

/** Numbers and months as the language writes them. */
export function useNumbers() {
  const language = useLanguage();
  return useMemo(() => {
    const whole = new Intl.NumberFormat(language);
    const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
    const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const short = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
    const dateOf = (text: string) => new Date(`${text}-01T00:00:00Z`);
    return {
      count: (value: number) => whole.format(value),
      days: (value: number) => (value < 10 ? tenths : whole).format(value),
      share: (value: number) => share.format(value),
      month: (text: string) => month.format(dateOf(text)),
      shortMonth: (text: string) => short.format(dateOf(text)),
    };
  }, [language]);
}
