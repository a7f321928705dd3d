import { foldText, normalizeKey } from '../../api/normalization';

/** Part of a text, and whether it matches the search. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Split a text at each match of `term`, compared as on the server. */
export function splitMatches(text: string, term: string): TextPart[] {
  const normalizedTerm = normalizeKey(term);
  if (normalizedTerm === '') return [{ text, isMatch: false }];
  // Map each folded character to its original index, as folding may change lengths.
  const characters = [...text];
  let folded = '';
  const origin: number[] = [];
  characters.forEach((character, index) => {
    for (const unit of foldText(character)) {
      folded += unit;
      for (let i = 0; i < unit.length; i += 1) origin.push(index);
    }
  });
  const parts: TextPart[] = [];
  let done = 0;
  for (
    let at = folded.indexOf(normalizedTerm);
    at >= 0;
    at = folded.indexOf(normalizedTerm, at + normalizedTerm.length)
  ) {
    const from = Math.max(origin[at] ?? 0, done);
    const to = (origin[at + normalizedTerm.length - 1] ?? from) + 1;
    if (from > done) parts.push({ text: characters.slice(done, from).join(''), isMatch: false });
    if (to > from) parts.push({ text: characters.slice(from, to).join(''), isMatch: true });
    done = Math.max(done, to);
  }
  if (done < characters.length) parts.push({ text: characters.slice(done).join(''), isMatch: false });
  return parts;
}
