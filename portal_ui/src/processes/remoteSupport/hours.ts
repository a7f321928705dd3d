/** Hours with at most two decimals, as both languages of the portal write numbers: "1.25". */
export const hoursText = (hours: number, language: string): string =>
  new Intl.NumberFormat(language === 'es' ? 'es-US' : 'en-US', { maximumFractionDigits: 2 }).format(hours);
