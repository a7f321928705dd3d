declare module '@blackbox-vision/ra-language-spanish' {
  import type { TranslationMessages } from 'ra-core';

  const words: TranslationMessages;
  export default words;
}
