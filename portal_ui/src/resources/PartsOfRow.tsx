import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { PartLabel } from '../kernel/catalogue/PartLabel';
import { Thumb } from '../kernel/files/Thumb';

/** A part of a request as the list answers it. */
export interface ListedItem {
  id: number;
  category: { key: string; name: string } | null;
  partName: string;
  quantity: number;
  imageUrl: string | null;
}

/** The parts of one request: image, category, name and quantity. */
export default function PartsOfRow({ items, name }: { items: readonly ListedItem[]; name: string }) {
  const translate = useTranslate();
  const word = (key: string) => translate(`partRequest.list.${key}`);
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  if (phone) return <Lines items={items} name={name} />;
  return (
    <Box
      component="table"
      aria-label={translate('partRequest.list.partsOf', { name })}
      sx={(theme) => ({
        position: 'relative',
        width: '100%',
        maxWidth: 720,
        borderCollapse: 'collapse',
        '&& th, && td': {
          ...theme.typography.body2,
          height: 'auto',
          padding: theme.spacing(0.5, 1),
          width: 'auto',
          border: 0,
          backgroundColor: 'transparent',
          textAlign: 'start',
          overflowWrap: 'anywhere',
        },
        '&& th': { ...theme.typography.caption, color: theme.portal.text3 },
        '&& .end': { textAlign: 'end', width: 88, whiteSpace: 'nowrap' },
        '&& .picture': { width: 56 },
      })}
    >
      <thead>
        <tr>
          <th scope="col" className="picture">
            {word('image')}
          </th>
          <th scope="col">{word('category')}</th>
          <th scope="col">{word('name')}</th>
          <th scope="col" className="end">
            {word('quantity')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, imageUrl, category, partName, quantity }) => (
          <tr key={id}>
            <td className="picture">
              <Thumb imageUrl={imageUrl} name={partName} size={36} />
            </td>
            <td>{category?.name ?? translate('partRequest.proposed')}</td>
            <td>{partName}</td>
            <td className="end tabular">{quantity}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** The same on a phone, one below the other. */
function Lines({ items, name }: { items: readonly ListedItem[]; name: string }) {
  const translate = useTranslate();
  return (
    <Box
      component="ul"
      aria-label={translate('partRequest.list.partsOf', { name })}
      sx={{ position: 'relative', listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}
    >
      {items.map(({ id, imageUrl, category, partName, quantity }) => (
        <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <PartLabel
              imageUrl={imageUrl}
              name={partName}
              below={category?.name ?? translate('partRequest.proposed')}
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
