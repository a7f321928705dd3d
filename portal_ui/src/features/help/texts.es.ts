import type { HelpText } from './helpText';

export const texts = import.meta.glob<HelpText>('../../../../locale/es/help/*.md', { eager: true, import: 'default' });
export const pictures = import.meta.glob<string>('../../../../locale/es/help/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});
