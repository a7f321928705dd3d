import Switch from '@mui/material/Switch';
import { useNotify, useTranslate, useUpdate } from 'ra-core';
import type { Row } from '../../kernel/list/rows';
import { useNotifyError } from '../../server/errorMessage';

/** Long enough to read what happened and to take it back. */
const undoableFor = 10_000;

/** Whether a part can be asked for: switched at once, sent when the user has not thought again. */
export default function EnabledCell({ row, name }: { row: Row; name: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [update] = useUpdate<Row>();

  const change = (enabled: boolean) =>
    update(
      'parts',
      { id: row.id, data: { enabled }, previousData: row },
      {
        mutationMode: 'undoable',
        onSuccess: () =>
          notify(enabled ? 'parts.switchedOn' : 'parts.switchedOff', {
            type: 'success',
            messageArgs: { name },
            undoable: true,
            autoHideDuration: undoableFor,
          }),
        onError: notifyError,
      },
    );

  return (
    <Switch
      checked={row.enabled === true}
      onChange={(_, enabled) => change(enabled)}
      slotProps={{ input: { 'aria-label': translate('parts.enabledOf', { name }) } }}
      // Above the row's own link.
      sx={{ zIndex: 1 }}
    />
  );
}
