import type { Language } from '../../core/i18n/language';

/** Regions that the browser names and ISO 3166 does not list as countries. */
const others = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '));
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every country by its ISO 3166 code, named and sorted by the browser: for pages that have no session to ask with. */
export function getCountries(language: Language): { id: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !others.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((id) => {
      const name = names.of(id);
      return name ? [{ id, name }] : [];
    })
    .sort((one, other) => one.name.localeCompare(other.name, language));
}
