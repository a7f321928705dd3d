import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { PartyLines } from '../../kernel/shipping/PartyFields';
import type { PartyForm } from '../../kernel/shipping/values';
import type { Item } from './items';

interface ReviewItemsProps {
  items: readonly Item[];
  /** Where they are sent; null where only items are added. */
  party: PartyForm | null;
}

/** What is about to be sent, and where to. */
export function ReviewItems({ items, party }: ReviewItemsProps) {
  const translate = useTranslate();
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, maxHeight: 240, overflowY: 'auto' }}>
        {items.map(({ id, name, quantity }) => (
          <Typography component="li" key={id} sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
            {translate('partRequest.line', { name, quantity })}
          </Typography>
        ))}
      </Box>
      {party && (
        <Box sx={{ marginTop: 2 }}>
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {translate('newPartRequest.confirm.to')}
          </Typography>
          <Typography sx={{ color: 'text.primary', whiteSpace: 'pre-line' }}>
            {party.contact.firstName} {party.contact.lastName}
            {'\n'}
            <PartyLines {...party} />
          </Typography>
        </Box>
      )}
    </>
  );
}
