import Switch from '@mui/material/Switch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import type { Row } from '../../kernel/list/rows';
import { useNotifyError } from '../../server/errorMessage';
import { call } from '../../server/http';
import { useFeedback } from '../../shared/feedback';

/** Whether a part can be asked for: switched at once, taken back where the server refuses or the user thinks again. */
export default function EnabledCell({ row, name }: { row: Row; name: string }) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const { success } = useFeedback();
  const client = useQueryClient();
  const known = row.enabled === true;
  const [shown, setShown] = useState(known);
  useEffect(() => setShown(known), [known]);

  const { mutate, isPending } = useMutation({
    mutationFn: ({ state }: { state: boolean; isUndo: boolean }) =>
      call('POST', '/api/v1/parts/update/part-state', { query: { id: row.id, state } }),
    onMutate: ({ state }) => setShown(state),
    onSuccess: (_, { state, isUndo }) => {
      const undo = () => mutate({ state: !state, isUndo: true });
      success(
        translate(state ? 'parts.switchedOn' : 'parts.switchedOff', { name }),
        ...(isUndo ? [] : ([undo] as const)),
      );
      void client.invalidateQueries({ queryKey: ['parts'] });
    },
    onError: (error, { state }) => {
      setShown(!state);
      notifyError(error);
    },
  });

  return (
    <Switch
      checked={shown}
      onChange={(_, state) => !isPending && mutate({ state, isUndo: false })}
      slotProps={{ input: { 'aria-label': translate('parts.enabledOf', { name }) } }}
      // Above the row's own link.
      sx={{ zIndex: 1 }}
    />
  );
}
