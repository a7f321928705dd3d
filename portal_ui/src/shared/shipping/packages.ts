import type { PackageFields } from './types';

/** A package of which nothing is known yet. */
export const emptyPackage = (): PackageFields => ({ depth: '', width: '', height: '', weight: '' });

/** The three sides as the server has them: "40/30/20". */
export const dimensionsOf = ({ depth, width, height }: PackageFields): string =>
  [depth, width, height].map((side) => side.trim()).join('/');

/** "40/30/20" as three fields. */
export function sidesOf(dimensions: string): Pick<PackageFields, 'depth' | 'width' | 'height'> {
  const [depth = '', width = '', height = ''] = dimensions.split('/');
  return { depth, width, height };
}
