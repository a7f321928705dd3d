import { createContext, useContext } from 'react';
import type { AttachedFile } from '../../api/types';
import { lazyPart } from '../../core/ui/lazyPart';
import type { SpectrumFormBinding } from './suggestions';

const NAMES = /\.(n42|xml)$/i;

/** Return whether a file has the extension of a spectrum file. */
export const isSpectrumName = (name: string): boolean => NAMES.test(name);

const SpectrumBindingContext = createContext<SpectrumFormBinding | null>(null);

/** Provider of the form that spectrum files may fill in. */
export const SpectrumBindingProvider = SpectrumBindingContext.Provider;

const SpectrumSuggestions = lazyPart(() => import('./SpectrumSuggestions'), { onFailure: 'hidden' });
const SpectrumHint = lazyPart(() => import('./SpectrumHint'), { onFailure: 'hidden' });

/** Suggestions of a spectrum file for the surrounding form. Empty for other files and without a form. */
export function SpectrumSuggestionsFor({ file }: { file: AttachedFile }) {
  const target = useContext(SpectrumBindingContext);
  if (!target || !isSpectrumName(file.name)) return null;
  return <SpectrumSuggestions file={file} target={target} />;
}

/** Button to reveal suggestions while the list of files is collapsed. */
export function SpectrumHintFor({ files, onOpen }: { files: readonly AttachedFile[]; onOpen: () => void }) {
  const target = useContext(SpectrumBindingContext);
  const file = files.find(({ name }) => isSpectrumName(name));
  if (!target || !file) return null;
  return <SpectrumHint file={file} target={target} onOpen={onOpen} />;
}
