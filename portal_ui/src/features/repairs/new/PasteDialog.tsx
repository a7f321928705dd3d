import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { ConfirmDialog } from '../../../core/ui/ConfirmDialog';
import type { PasteBlocks } from './usePasteBlocks';

/** Asks what to do with lines of a paste for which there is no unit. */
export function PasteDialog({ long, addAndFill, fillOnly, leave }: PasteBlocks) {
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
