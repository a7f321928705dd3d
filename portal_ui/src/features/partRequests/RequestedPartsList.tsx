import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { PartLabel } from '../parts/PartLabel';

/** Part of a request in the response of the list. */
export interface ListedItem {
  id: number;
  category: { key: string; name: string } | null;
  partName: string;
  quantity: number;
  imageUrl: string | null;
}

/** List of a request's parts: image, name, category and quantity. */
export default function RequestedPartsList({ items, name }: { items: readonly ListedItem[]; name: string }) {
  const translate = useTranslate();
  return (
    <Box
      component="ul"
      aria-label={translate('partRequest.list.partsOf', { name })}
      sx={{
        position: 'relative',
        display: 'grid',
        gap: 1,
        maxWidth: 480,
        margin: 0,
        padding: 0,
        paddingInline: { sm: 1.5 },
        listStyle: 'none',
      }}
    >
      {items.map(({ id, imageUrl, category, partName, quantity }) => (
        <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <PartLabel
              imageUrl={imageUrl}
              name={partName}
              secondary={category?.name ?? translate('partRequest.proposed')}
            />
          </Box>
          <Typography component="span" className="tabular" sx={{ whiteSpace: 'nowrap' }}>
            {translate('partRequest.times', { quantity })}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
