import type { PartUse, SelectedPart } from '../../api/parts';
import type { Spectra } from '../../api/spectra';

/** A text of a form that a file may fill in. */
interface FieldBinding {
  current: string;
  set: (text: string) => void;
}

/** What a form can take over from a spectrum file. */
export interface SpectrumFormBinding {
  part?: {
    /** What the part is chosen for; a repair, unless it says so. */
    use?: PartUse;
    current: { id: number; name: string } | null;
    set: (part: SelectedPart) => void;
  };
  serialNumber?: FieldBinding;
  title?: FieldBinding;
  /** A text of several lines, to which is added what neither it nor a text beside it says. */
  notes?: FieldBinding & { beside?: string };
}

/** One thing that may be filled in. */
export interface Suggestion {
  field: keyof SpectrumFormBinding;
  proposed: string;
  /** What stands there and would go; "" where nothing is lost. */
  replaced: string;
  apply: () => void;
}

interface SuggestionMessages {
  name: (read: Spectra) => string;
  notes: (read: Spectra) => string;
}

const isSameText = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** What a file could change in a form: nothing that stands there already. The part comes last: it may move the form. */
export function getSuggestions(
  read: Spectra,
  target: SpectrumFormBinding,
  words: SuggestionMessages,
  chosenPart: number | undefined,
): Suggestion[] {
  const proposals: Suggestion[] = [];
  const propose = (field: 'serialNumber' | 'title', proposed: string) => {
    const slot = target[field];
    if (!slot || !proposed || isSameText(slot.current, proposed)) return;
    proposals.push({ field, proposed, replaced: slot.current.trim(), apply: () => slot.set(proposed) });
  };
  propose('serialNumber', read.instrument.serialNumber);
  propose('title', words.name(read));

  const { notes } = target;
  // Where there is no field for the instrument itself, its name is told with the rest.
  const named = target.serialNumber ? '' : words.name(read);
  const text = [named && `${named}.`, words.notes(read)].filter(Boolean).join(' ');
  if (notes && text && ![notes.current, notes.beside].some((said) => said?.includes(text))) {
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
