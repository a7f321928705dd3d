/** Part of a sentence: plain text, label of the interface, or link to a help page. */
export type Inline = string | { label: string } | { page: string; text: string };

/** Size of a picture in px. */
export interface Size {
  width: number;
  height: number;
}

/** Block of a help page. A picture has another file and size on phones. */
export type Block =
  | { kind: 'heading' | 'text'; inlines: Inline[] }
  | { kind: 'steps' | 'points'; items: Inline[][] }
  | { kind: 'picture'; name: string; description: string; size: Size; phoneSize: Size };

export interface HelpText {
  title: string;
  blocks: Block[];
}

const toPlainText = (inlines: Inline[]) =>
  inlines.map((each) => (typeof each === 'string' ? each : 'label' in each ? each.label : each.text)).join('');

/** Return the sentences of a block as plain text for the search. */
export function getSentences(block: Block): string[] {
  if (block.kind === 'picture') return [block.description];
  return 'items' in block ? block.items.map(toPlainText) : [toPlainText(block.inlines)];
}
