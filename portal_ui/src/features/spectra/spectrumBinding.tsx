import { createContext, useContext } from 'react';
import type { AttachedFile } from '../../api/types';
import { lazyPart } from '../../core/ui/lazyPart';
import type { SpectrumFormBinding } from './suggestions';

const NAMES = /\.(n42|xml)$/i;

/** Whether a file is called as spectrum files are. */
export const isSpectrumName = (name: string): boolean => NAMES.test(name);

const SpectrumBindingContext = createContext<SpectrumFormBinding | null>(null);

/** The form around files, which what is read of them may fill in. */
export const SpectrumBindingProvider = SpectrumBindingContext.Provider;

const SpectrumSuggestions = lazyPart(() => import('./SpectrumSuggestions'), { onFailure: 'hidden' });
const SpectrumHint = lazyPart(() => import('./SpectrumHint'), { onFailure: 'hidden' });

/** What a spectrum file can fill in of the form around it; nothing for another file, or without a form. */
export function SpectrumSuggestionsFor({ file }: { file: AttachedFile }) {
  const target = useContext(SpectrumBindingContext);
  if (!target || !isSpectrumName(file.name)) return null;
  return <SpectrumSuggestions file={file} target={target} />;
}

/** A way to what files can fill in, where their list is behind a button. */
export function SpectrumHintFor({ files, onOpen }: { files: readonly AttachedFile[]; onOpen: () => void }) {
  const target = useContext(SpectrumBindingContext);
  const file = files.find(({ name }) => isSpectrumName(name));
  if (!target || !file) return null;
  return <SpectrumHint file={file} target={target} onOpen={onOpen} />;
}
