import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useTranslate } from 'ra-core';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import type { Pasting } from './usePasteBlocks';

/** Asks what to do with lines of a paste for which there is no unit. */
export function PasteDialog({ long, addAndFill, fillOnly, leave }: Pasting) {
  const translate = useTranslate();
  if (!long) return null;
  const { block, rowsThere, canAdd } = long;
  const fillWords = translate('newRepair.paste.fillOnly', { smart_count: rowsThere });
  const canGrow = canAdd > 0;
  return (
    <ConfirmDialog
      open
      title={translate('newRepair.paste.title', { smart_count: block.rows })}
      confirmLabel={canGrow ? translate('newRepair.paste.addUnits', { smart_count: canAdd }) : fillWords}
      other={canGrow && <Button onClick={() => fillOnly(long)}>{fillWords}</Button>}
      onConfirm={() => (canGrow ? addAndFill(long) : fillOnly(long))}
      onClose={leave}
    >
      {translate('newRepair.paste.text', { smart_count: rowsThere })}
      {canAdd < block.rows - rowsThere && ` ${translate('newRepair.paste.limited', { smart_count: canAdd })}`}
    </ConfirmDialog>
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
