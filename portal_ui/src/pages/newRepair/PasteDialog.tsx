import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Snackbar from '@mui/material/Snackbar';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { Pasting } from './usePasteBlocks';

/** Asks what to do with lines of a paste for which there is no unit. */
export function PasteDialog({ long, addAndFill, fillOnly, leave }: Pasting) {
  const translate = useTranslate();
  const titleId = useId();
  if (!long) return null;
  const { block, rowsThere, canAdd } = long;
  return (
    <Dialog open onClose={leave} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{translate('newRepair.paste.title', { smart_count: block.rows })}</DialogTitle>
      <DialogContent sx={{ color: 'text.secondary' }}>
        {translate('newRepair.paste.text', { smart_count: rowsThere })}
        {canAdd < block.rows - rowsThere && ` ${translate('newRepair.paste.limited', { smart_count: canAdd })}`}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={leave}>
          {translate('shared.cancel')}
        </Button>
        <Button onClick={() => fillOnly(long)}>
          {translate('newRepair.paste.fillOnly', { smart_count: rowsThere })}
        </Button>
        {canAdd > 0 && (
          <Button variant="contained" color="primary" onClick={() => addAndFill(long)} autoFocus>
            {translate('newRepair.paste.addUnits', { smart_count: canAdd })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Says how much a paste filled, and takes it back. */
export function PasteUndo({ filled, undo, dismiss }: Pasting) {
  const translate = useTranslate();
  return (
    <Snackbar
      open={filled !== null}
      autoHideDuration={8_000}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      slotProps={{ content: { sx: (theme) => ({ borderRadius: `${theme.portal.cardRadius}px` }) } }}
      // Above the bar that a narrow screen has at its foot.
      sx={{ bottom: { xs: 128, sm: 88, md: 24 } }}
      onClose={(_, why) => why !== 'clickaway' && dismiss()}
      message={filled && translate('newRepair.paste.filled', { smart_count: filled.count })}
      action={
        filled && (
          <Button variant="text" onClick={() => undo(filled)} sx={{ color: 'inherit !important' }}>
            {translate('newRepair.paste.undo')}
          </Button>
        )
      }
    />
  );
}
