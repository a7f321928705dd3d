import type { TranslationMessages } from 'ra-core';

type Tree = { [key: string]: string | Tree };

/** One catalogue from several: trees are joined, later words win. */
export function merge(...trees: readonly unknown[]): TranslationMessages {
  return trees.reduce<Tree>((all, tree) => join(all, tree as Tree), {}) as unknown as TranslationMessages;
}

function join(left: Tree, right: Tree): Tree {
  const joined: Tree = { ...left };
  for (const [key, value] of Object.entries(right)) {
    const before = joined[key];
    joined[key] = typeof value === 'object' && typeof before === 'object' ? join(before, value) : value;
  }
  return joined;
}
