import Switch from '@mui/material/Switch';
import { useEvent, useNotify, useTranslate, useUpdate } from 'ra-core';
import { useState } from 'react';
import type { Row } from '../../core/lists/rows';
import { useNotifyError } from '../../core/ui/errorMessage';
import { UndoAction } from '../../core/ui/UndoAction';

/** Long enough to read what happened and to take it back. */
const UNDO_MS = 10_000;

/** Switch of whether a part can be requested: saved at once, with an undo. */
export default function EnabledCell({ row, name }: { row: Row; name: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [update, { isPending }] = useUpdate<Row>();
  // What was sent is shown until the row has it.
  const [sent, setSent] = useState<{ of: Row; enabled: boolean } | null>(null);

  const save = useEvent((enabled: boolean, onSuccess?: () => void) => {
    setSent({ of: row, enabled });
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
      checked={sent?.of === row ? sent.enabled : row.enabled === true}
      onChange={(_, enabled) => !isPending && change(enabled)}
      slotProps={{ input: { 'aria-label': translate('parts.enabledOf', { name }) } }}
      // Above the row's own link.
      sx={{ zIndex: 1 }}
    />
  );
}
