import { foldText, normalizeKey } from '../../api/normalization';

/** Part of a text, and whether it matches the search. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Split a text at each match of `word`, compared as on the server. */
export function splitMatches(text: string, word: string): TextPart[] {
  const wanted = normalizeKey(word);
  if (wanted === '') return [{ text, isMatch: false }];
  // Map each folded character to its original index, as folding may change lengths.
  const signs = [...text];
  let folded = '';
  const origin: number[] = [];
  signs.forEach((sign, place) => {
    for (const unit of foldText(sign)) {
      folded += unit;
      for (let i = 0; i < unit.length; i += 1) origin.push(place);
    }
  });
  const pieces: TextPart[] = [];
  let done = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const from = Math.max(origin[at] ?? 0, done);
    const to = (origin[at + wanted.length - 1] ?? from) + 1;
    if (from > done) pieces.push({ text: signs.slice(done, from).join(''), isMatch: false });
    if (to > from) pieces.push({ text: signs.slice(from, to).join(''), isMatch: true });
    done = Math.max(done, to);
  }
  if (done < signs.length) pieces.push({ text: signs.slice(done).join(''), isMatch: false });
  return pieces;
}
