import placeholders from '../../../locale/placeholder_serials.json';

/** Cyrillic and Greek letters by the Latin ones that their capitals look like, and letters without an accent to drop. */
const lookAlikes: ReadonlyMap<string, string> = new Map([
  ...[...'авекмнорстухѕіјӏһԛԝαβεζηικμνορςτυχıłøđħŧ'].map((letter, place): [string, string] => [
    letter,
    'abekmhopctyxsijihqwabezhikmnopσtyxilodht'.charAt(place),
  ]),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]);
// Spaces, control and invisible characters, accents, hyphens and minus signs of every kind.
const ignored = /[\p{Z}\p{Cc}\p{Cf}\p{M}\p{Pd}\u02d7\u0640\u115f\u1160\u2043\u2212\u2796\u2800\u3164\uffa0]/gu;
const signsAround = /^[\p{P}\p{Sc}\p{Sk}\p{Sm}]+|[\p{P}\p{Sc}\p{Sk}\p{Sm}]+$/gu;

/** The letters of a text in the form in which all are compared. */
export const fold = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase().replace(ignored, '')]
    .map((letter) => lookAlikes.get(letter) ?? letter)
    .join('');

/** Folds a number, a tag or a search term as the server does (base/normalization.py): punctuation around it is ignored. */
export const normalizeKey = (text: string): string => fold(text).replace(signsAround, '');

/** Whether a text is written where no serial number is known: signs alone, zeros, or words for none. */
export const isPlaceholderSerial = (text: string): boolean => {
  const bare = normalizeKey(text).replace(/[\p{P}\p{S}]/gu, '');
  return /^(0*|x*)$/.test(bare) || placeholders.includes(bare);
};
