import placeholders from '../../../locale/placeholder_serials.json';

/** Cyrillic and Greek letters by the Latin ones that their capitals look like, and letters without an accent to drop. */
const confusables: ReadonlyMap<string, string> = new Map([
  ...[...'авекмнорстухѕіјӏһԛԝαβεζηικμνορςτυχıłøđħŧ'].map((letter, place): [string, string] => [
    letter,
    'abekmhopctyxsijihqwabezhikmnopσtyxilodht'.charAt(place),
  ]),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]);
// Spaces, control and invisible characters, accents, hyphens and minus signs of every kind.
const ignoredCharacters =
  /[\p{Z}\p{Cc}\p{Cf}\p{M}\p{Pd}\u02d7\u0640\u115f\u1160\u2043\u2212\u2796\u2800\u3164\uffa0]/gu;
const surroundingSymbols = /^[\p{P}\p{Sc}\p{Sk}\p{Sm}]+|[\p{P}\p{Sc}\p{Sk}\p{Sm}]+$/gu;

/** The letters of a text in the form in which all are compared. */
export const foldText = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase().replace(ignoredCharacters, '')]
    .map((letter) => confusables.get(letter) ?? letter)
    .join('');

/** Folds a number, a tag or a search term as the server does (core/normalization.py): punctuation around it is ignored. */
export const normalizeKey = (text: string): string => foldText(text).replace(surroundingSymbols, '');

/** Whether a text is written where no serial number is known: signs alone, zeros, or words for none. */
export const isPlaceholderSerial = (text: string): boolean => {
  const bare = normalizeKey(text).replace(/[\p{P}\p{S}]/gu, '');
  return /^(0*|x*)$/.test(bare) || placeholders.includes(bare);
};
