import Switch from '@mui/material/Switch';
import { useEvent, useNotify, useTranslate, useUpdate } from 'ra-core';
import { useState } from 'react';
import type { Row } from '../../core/lists/rows';
import { useNotifyError } from '../../core/ui/errorMessage';
import { UndoAction } from '../../core/ui/UndoAction';

/** Time to read the notification and undo, in ms. */
const UNDO_MS = 10_000;

/** Switch for whether a part can be requested. Saves immediately and offers undo. */
export default function EnabledCell({ row, name }: { row: Row; name: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [update, { isPending }] = useUpdate<Row>();
  // Optimistic value until the row is refetched.
  const [sent, setSent] = useState<{ sentRow: Row; enabled: boolean } | null>(null);

  const save = useEvent((enabled: boolean, onSuccess?: () => void) => {
    setSent({ sentRow: row, enabled });
    const onError = (error: unknown) => {
      setSent(null);
      notifyError(error);
    };
    void update('parts', { id: row.id, data: { enabled }, previousData: row }, { onSuccess, onError });
  });
  const change = (enabled: boolean) =>
    save(enabled, () =>
      notify(enabled ? 'parts.switchedOn' : 'parts.switchedOff', {
        type: 'success',
        messageArgs: { name },
        autoHideDuration: UNDO_MS,
        action: <UndoAction onUndo={() => save(!enabled)} />,
      }),
    );

  return (
    <Switch
      checked={sent?.sentRow === row ? sent.enabled : row.enabled === true}
      onChange={(_, enabled) => !isPending && change(enabled)}
      slotProps={{ input: { 'aria-label': translate('parts.enabledOf', { name }) } }}
      // Above the link that covers the row.
      sx={{ zIndex: 1 }}
    />
  );
}
