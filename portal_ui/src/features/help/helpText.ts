/** A piece of a sentence: plain, a label as it stands on the screen, or a link to another page of the help. */
export type Inline = string | { label: string } | { page: string; text: string };

/** What a page of the help is made of. */
export type Block =
  | { kind: 'heading' | 'text'; inlines: Inline[] }
  | { kind: 'steps' | 'points'; items: Inline[][] }
  | { kind: 'picture'; name: string; description: string; width: number; height: number };

export interface HelpText {
  title: string;
  blocks: Block[];
}

const toPlainText = (inlines: Inline[]) =>
  inlines.map((each) => (typeof each === 'string' ? each : 'label' in each ? each.label : each.text)).join('');

/** The sentences of a block, as they are searched. */
export function getSentences(block: Block): string[] {
  if (block.kind === 'picture') return [block.description];
  return 'items' in block ? block.items.map(toPlainText) : [toPlainText(block.inlines)];
}
