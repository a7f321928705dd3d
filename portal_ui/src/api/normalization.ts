import placeholders from '../../../locale/placeholder_serials.json';

/** Latin letters by look-alike: Cyrillic, Greek, and letters that NFKD keeps (ł). */
const confusables: ReadonlyMap<string, string> = new Map([
  ...[...'авекмнорстухѕіјӏһԛԝαβεζηικμνορςτυχıłøđħŧ'].map((character, index): [string, string] => [
    character,
    'abekmhopctyxsijihqwabezhikmnopσtyxilodht'.charAt(index),
  ]),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]);
// Spaces, control and invisible characters, accents, and all kinds of hyphens and minus signs.
const ignoredCharacters =
  /[\p{Z}\p{Cc}\p{Cf}\p{M}\p{Pd}\u02d7\u0640\u115f\u1160\u2043\u2212\u2796\u2800\u3164\uffa0]/gu;
const surroundingSymbols = /^[\p{P}\p{Sc}\p{Sk}\p{Sm}]+|[\p{P}\p{Sc}\p{Sk}\p{Sm}]+$/gu;

/** Fold a text for comparison: lower case, no spaces, accents or look-alikes. */
export const foldText = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase().replace(ignoredCharacters, '')]
    .map((character) => confusables.get(character) ?? character)
    .join('');

/** Fold a number, tag or search term as core/normalization.py. Drops outer punctuation. */
export const normalizeKey = (text: string): string => foldText(text).replace(surroundingSymbols, '');

/** Return whether a text is no serial number, such as symbols, zeros or "n/a". */
export const isPlaceholderSerial = (text: string): boolean => {
  const alphanumeric = normalizeKey(text).replace(/[\p{P}\p{S}]/gu, '');
  return /^(0*|x*)$/.test(alphanumeric) || placeholders.includes(alphanumeric);
};
