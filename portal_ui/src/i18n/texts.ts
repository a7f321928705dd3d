import type { Language } from './language';

type Section = { title: string; text: string };
type Text = { title: string; lead: string } & Record<string, string | Section>;
type Texts = Record<'description' | 'disclaimer', Text>;

/** The long texts of the static pages come with those pages, not with every other. */
const files: Record<Language, () => Promise<{ default: { texts: unknown } }>> = {
  en: () => import('../../../locale/en/texts.json'),
  es: () => import('../../../locale/es/texts.json'),
};
const loaded = new Map<Language, Promise<Texts>>();

/** The same promise every time, so that React's `use` can wait for it. */
export function textsOf(language: Language): Promise<Texts> {
  let texts = loaded.get(language);
  if (!texts) {
    texts = files[language]().then(
      ({ default: words }) => words.texts as Texts,
      (error: unknown) => {
        loaded.delete(language); // the line was down: the next try loads again
        throw error;
      },
    );
    loaded.set(language, texts);
  }
  return texts;
}

/** The sections of a text in their order. */
export function sectionsOf({ title: _, lead: __, ...sections }: Text): Section[] {
  return Object.values(sections).filter((section): section is Section => typeof section === 'object');
}
