import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMeta } from '../../server/meta';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import type { PartyForm } from '../../shared/shipping/party';
import { PartyLines } from '../../shared/shipping/ShippingView';
import type { Item } from './items';

interface ConfirmSubmitProps {
  items: readonly Item[];
  /** Where they are sent; null where only items are added. */
  party: PartyForm | null;
  /** The request that gets the items; null for a new one. */
  target: string | null;
  sending: boolean;
  problem: { message: string; again: boolean } | null;
  onSubmit: () => void;
  onClose: () => void;
}

/** The last look before the request is sent: validate, or continue editing. */
export function ConfirmSubmit({ items, party, target, sending, problem, onSubmit, onClose }: ConfirmSubmitProps) {
  const translate = useTranslate();
  const { choices } = useMeta();
  return (
    <ConfirmDialog
      open
      title={
        target === null
          ? translate('newPartRequest.confirm.title')
          : translate('newPartRequest.confirm.titleAdd', { number: target })
      }
      confirmLabel={translate(problem?.again ? 'newPartRequest.confirm.again' : 'newPartRequest.confirm.validate')}
      cancelLabel={translate('newPartRequest.confirm.edit')}
      busy={sending}
      onConfirm={onSubmit}
      onClose={onClose}
    >
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
            <PartyLines {...party} countries={choices.countries ?? []} />
          </Typography>
        </Box>
      )}
      {problem && (
        <Alert severity="error" sx={{ marginTop: 2 }}>
          {problem.message}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
