import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import Button from '@mui/material/Button';
import { type RaRecord, useDataProvider, useTranslate } from 'ra-core';
import { useState } from 'react';
import { getCount, inboxPath, useCounters } from '../../api/counters';
import { useMeta } from '../../api/meta';
import { getRecordRoute } from '../lists/rows';
import { useLocalizedPath } from '../routing/links';
import { useNavigateIfCurrent } from '../routing/useNavigateIfCurrent';
import { useNotifyError } from '../ui/errorMessage';
import { useIsNarrow } from '../ui/useIsNarrow';

/** Button to open the next request of the user's queue; absent if it is empty. */
export function NextActionButton() {
  const translate = useTranslate();
  const provider = useDataProvider();
  const navigate = useNavigateIfCurrent();
  const notifyError = useNotifyError();
  const path = useLocalizedPath();
  const inbox = useMeta().resources.find(({ path: at }) => at === inboxPath);
  const waiting = getCount(useCounters() ?? []);
  const isNarrow = useIsNarrow();
  const [busy, setBusy] = useState(false);
  if (!inbox || waiting === 0) return null;
  const [field, order] = inbox.defaultSort;
  const open = async () => {
    setBusy(true);
    try {
      const { data } = await provider.getList<RaRecord<number>>(inbox.name, {
        pagination: { page: 1, perPage: 1 },
        sort: { field, order: order === 'ASC' ? 'ASC' : 'DESC' },
        filter: {},
      });
      const [next] = data;
      navigate(path((next && getRecordRoute(next, inbox)) ?? inboxPath));
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant={isNarrow ? 'outlined' : 'text'}
      {...(!isNarrow && { size: 'small' })}
      endIcon={<ArrowForwardIcon />}
      loading={busy}
      onClick={() => void open()}
      // As wide as the card of a phone; on a desktop, the arrow ends at the edge of the page.
      sx={{
        minHeight: { xs: 44, md: 28 },
        paddingBlock: 0,
        marginInlineEnd: { md: 0 },
        '&:last-child': { marginInlineEnd: { md: -1 } },
        color: 'inherit',
        displayPrint: 'none',
      }}
    >
      {translate('process.nextWaiting', { smart_count: waiting })}
    </Button>
  );
}
