import type { SelectedPart } from '../../../api/parts';
import type { UploadedFile } from '../../../api/types';
import type { SourceRequest } from '../../../core/creation/sourceRequest';

/** Item of the form: a catalog part, or a proposed part with images. */
export interface Item {
  /** Local id in the form; unknown to the server. */
  id: number;
  part: SelectedPart | null;
  name: string;
  quantity: number;
  images: UploadedFile[];
}

/** Maximum size of an image of a proposed part, in bytes. */
export const MAX_PICTURE_BYTES = 1_000_000;

export type NewItem = Omit<Item, 'id'>;

/** Identity of an item: the part, or the proposed name regardless of case. */
export interface ItemType {
  partId: number | null;
  name: string;
}

const normalizeName = (name: string): string => name.trim().toLocaleLowerCase();

export const isSameItemType = (a: ItemType, b: ItemType): boolean =>
  a.partId === null && b.partId === null
    ? normalizeName(a.name) === normalizeName(b.name)
    : a.partId !== null && a.partId === b.partId;

const toItemType = ({ part, name }: NewItem): ItemType => ({ partId: part?.id ?? null, name });

/** Return the total quantity of an item type in a list. */
export const countItems = (items: readonly (ItemType & { quantity: number })[], sort: ItemType): number =>
  items.filter((item) => isSameItemType(item, sort)).reduce((sum, { quantity }) => sum + quantity, 0);

/** Return the item types with their quantities. */
export const toItemTypes = (items: readonly Item[]): (ItemType & { quantity: number })[] =>
  items.map((item) => ({ ...toItemType(item), quantity: item.quantity }));

/** Add an item, or merge its quantity and images into an equal item. */
export function addItem(items: readonly Item[], added: NewItem): Item[] {
  const existing = items.find((item) => isSameItemType(toItemType(item), toItemType(added)));
  if (!existing) return [...items, { ...added, id: Math.max(0, ...items.map(({ id }) => id)) + 1 }];
  const joined = {
    ...existing,
    quantity: existing.quantity + added.quantity,
    images: [...existing.images, ...added.images],
  };
  return items.map((item) => (item === existing ? joined : item));
}

/** Convert the items to the request body. */
export const toItemsBody = (items: readonly Item[]) =>
  items.map(({ part, name, quantity, images }) =>
    part
      ? { partId: part.id, quantity }
      : { id: -1, partName: name.trim(), quantity, images: images.map(({ id }) => ({ id })) },
  );

/** Map a server path to a form path: `parts.0.quantity` belongs to the first item. */
export const toFormPath = (path: string): string => path.replace(/^parts\.(\d+).*/, 'items.$1');

/** Return the items without the given images. */
export const withoutImages = (items: readonly Item[], ids: ReadonlySet<string>): Item[] =>
  items.map((item) => ({ ...item, images: item.images.filter(({ id }) => !ids.has(id)) }));

/** Create the item of a remote support request. A part that is not in the catalog becomes a proposal with the files. */
export const createItemFromSource = ({
  part,
  title,
  files,
}: Pick<SourceRequest, 'part' | 'title' | 'files'>): Item => ({
  id: 1,
  part,
  name: part?.name ?? title,
  quantity: 1,
  images: part ? [] : files,
});
