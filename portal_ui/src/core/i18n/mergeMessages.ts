import type { TranslationMessages } from 'ra-core';

type Tree = { [key: string]: string | Tree };

/** Deep-merge message catalogs; later ones take precedence. */
export function mergeMessages(...trees: readonly unknown[]): TranslationMessages {
  return trees.reduce<Tree>((all, tree) => mergeTrees(all, tree as Tree), {}) as unknown as TranslationMessages;
}

function mergeTrees(left: Tree, right: Tree): Tree {
  const joined: Tree = { ...left };
  for (const [key, value] of Object.entries(right)) {
    const before = joined[key];
    joined[key] = typeof value === 'object' && typeof before === 'object' ? mergeTrees(before, value) : value;
  }
  return joined;
}
