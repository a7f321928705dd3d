import type { HelpText } from './helpText';

export const texts = import.meta.glob<HelpText>('../../../../locale/en/help/*.md', { eager: true, import: 'default' });
export const pictures = import.meta.glob<string>('../../../../locale/en/help/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});
