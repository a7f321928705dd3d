import { splitMatches } from '../../core/ui/highlight';
import type { Guide } from './guides';
import { getSentences, type HelpText } from './helpText';

/** Search result: a page with all words, and the first sentence with one of them. */
export interface HelpMatch {
  guide: Guide;
  sentence: string;
}

const containsWord = (text: string, word: string) => splitMatches(text, word).some(({ isMatch }) => isMatch);

/** Search the help pages for all words, ignoring case and accents. Pages with all words in the title come first. */
export function searchHelp(guides: Guide[], texts: ReadonlyMap<string, HelpText>, query: string): HelpMatch[] {
  const words = query.trim().split(/\s+/);
  const hits = guides.flatMap((guide) => {
    const text = texts.get(guide.name);
    if (!text) return [];
    const sentences = text.blocks.flatMap(getSentences);
    const fullText = [text.title, ...sentences].join('\n');
    if (!words.every((word) => containsWord(fullText, word))) return [];
    const sentence = sentences.find((each) => words.some((word) => containsWord(each, word))) ?? sentences[0] ?? '';
    return [{ guide, sentence, titled: words.every((word) => containsWord(text.title, word)) }];
  });
  return [...hits.filter(({ titled }) => titled), ...hits.filter(({ titled }) => !titled)];
}
