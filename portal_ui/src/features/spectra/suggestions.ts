import type { PartUse, SelectedPart } from '../../api/parts';
import type { Spectra } from '../../api/spectra';

/** Text field of a form that a file may fill in. */
interface FieldBinding {
  current: string;
  set: (text: string) => void;
}

/** Fields of a form that a spectrum file may fill in. */
export interface SpectrumFormBinding {
  part?: {
    /** Use of the part; a repair by default. */
    use?: PartUse;
    current: { id: number; name: string } | null;
    set: (part: SelectedPart) => void;
  };
  serialNumber?: FieldBinding;
  title?: FieldBinding;
  /** Multi-line text. Suggestions are appended unless this text or the related one includes them. */
  notes?: FieldBinding & { adjacentText?: string };
}

/** Suggested value of a field. */
export interface Suggestion {
  field: keyof SpectrumFormBinding;
  proposed: string;
  /** Current value that would be lost; "" if none. */
  replaced: string;
  apply: () => void;
}

interface SuggestionMessages {
  name: (read: Spectra) => string;
  notes: (read: Spectra) => string;
}

const isSameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Return the values of a file that differ from the form. The part is last, as it may shift the layout. */
export function getSuggestions(
  read: Spectra,
  target: SpectrumFormBinding,
  messages: SuggestionMessages,
  chosenPart: number | undefined,
): Suggestion[] {
  const proposals: Suggestion[] = [];
  const propose = (field: 'serialNumber' | 'title', proposed: string) => {
    const slot = target[field];
    if (!slot || !proposed || isSameText(slot.current, proposed)) return;
    proposals.push({ field, proposed, replaced: slot.current.trim(), apply: () => slot.set(proposed) });
  };
  propose('serialNumber', read.instrument.serialNumber);
  propose('title', messages.name(read));

  const { notes } = target;
  // Without a field for the instrument, the notes include its name.
  const instrumentName = target.serialNumber ? '' : messages.name(read);
  const text = [instrumentName && `${instrumentName}.`, messages.notes(read)].filter(Boolean).join(' ');
  if (notes && text && ![notes.current, notes.adjacentText].some((known) => known?.includes(text))) {
    const apply = () => notes.set(notes.current.trim() ? `${notes.current.trimEnd()}\n${text}` : text);
    proposals.push({ field: 'notes', proposed: text, replaced: '', apply });
  }

  const { part } = target;
  const found = read.parts.find(({ id }) => id === chosenPart) ?? read.parts[0];
  if (part && found && !read.parts.some(({ id }) => id === part.current?.id)) {
    const { id, partName: name, manufacturer: maker, number, category, imageUrl } = found;
    proposals.push({
      field: 'part',
      proposed: `${maker} ${name}`,
      replaced: part.current?.name ?? '',
      apply: () => part.set({ id, name, maker, number, category, imageUrl }),
    });
  }
  return proposals;
}
