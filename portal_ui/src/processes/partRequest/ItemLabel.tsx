import { useTranslate } from 'ra-core';
import { PartLabel } from '../../kernel/catalogue/PartLabel';

interface Labelled {
  partName: string;
  category: { name: string } | null;
  imageUrl: string | null;
}

/** Picture, name and category of an item; a proposed one has no category. */
export function ItemLabel({ item }: { item: Labelled }) {
  const translate = useTranslate();
  return (
    <PartLabel
      imageUrl={item.imageUrl}
      name={item.partName}
      below={item.category?.name ?? translate('partRequest.proposed')}
    />
  );
}
