import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { saveFile } from '../../api/download';
import { ApiError } from '../../api/errors';
import { call } from '../../api/http';
import { forgetExport, type WatchedExport } from '../../api/pendingExports';
import type { components } from '../../api/schema';
import { useFormat } from '../i18n/format';
import { errorKey, useErrorMessage, useNotifyError } from '../ui/errorMessage';

type Job = components['schemas']['ExportJob'];

const lookEvery = 1_500;
const stays = { borderRadius: 0, alignItems: 'center', displayPrint: 'none' } as const;

/** Above the page, for as long as they are made: the large spreadsheets that this tab waits for. */
export default function ExportNotices({ exports }: { exports: readonly WatchedExport[] }) {
  return exports.map((each) => <ExportNotice key={each.id} {...each} />);
}

function ExportNotice({ id, title }: WatchedExport) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const path = `/api/v1/files/export/jobs/${id}`;
  const { data: job, error } = useQuery({
    queryKey: ['exportJob', id],
    queryFn: ({ signal }) => call<Job>('GET', path, { signal }),
    // Also from a tab that is not looked at: it is there that the file is waited for.
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (isOver(state.data) || isRefused(state.error) ? false : lookEvery),
    retry: false,
  });
  const cancelled = job?.state === 'CANCELLED';
  useEffect(() => {
    if (cancelled) forgetExport(id);
  }, [cancelled, id]);

  if (job?.url) return <ReadyNotice id={id} title={title} url={job.url} />;
  if (isRefused(error)) {
    const reason = errorKey(error) === 'errors.notFound' ? null : message(error);
    return (
      <Alert severity="error" sx={stays} onClose={() => forgetExport(id)} closeText={translate('shared.close')}>
        {reason ? translate('lists.exportFailed', { title, reason }) : translate('lists.exportGone', { title })}
      </Alert>
    );
  }
  if (job?.state === 'FAILED') {
    return (
      <Alert severity="error" sx={stays} onClose={() => forgetExport(id)} closeText={translate('shared.close')}>
        {translate('lists.exportFailed', { title, reason: job.message ?? '' })}
      </Alert>
    );
  }
  const words = error ? 'lists.exportNoLine' : job?.state === 'RUNNING' ? 'lists.exportMaking' : 'lists.exportWaiting';
  return (
    <Alert
      severity={error ? 'warning' : 'info'}
      role="presentation"
      sx={stays}
      action={<Cancel {...{ id, title, path }} />}
    >
      <span role="status">{translate(words, { title })}</span>
      <Progress job={job} title={title} />
    </Alert>
  );
}

const isOver = (job: Job | undefined) => job !== undefined && job.state !== 'WAITING' && job.state !== 'RUNNING';

/** A line that dropped, or a server that starts anew, is waited for; what was answered counts. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status < 500;

function Progress({ job, title }: { job: Job | undefined; title: string }) {
  const translate = useTranslate();
  const { number } = useFormat();
  const known = job?.progress ?? null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, marginTop: 0.5 }}>
      <LinearProgress
        aria-label={title}
        variant={known === null ? 'indeterminate' : 'determinate'}
        value={known ?? 0}
        sx={{ flex: 1, minWidth: 120, maxWidth: 320 }}
      />
      {known !== null && job && (
        <span>{translate('lists.exportRows', { done: number(job.done), total: number(job.total) })}</span>
      )}
    </Box>
  );
}

function Cancel({ id, title, path }: WatchedExport & { path: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await call<Job>('DELETE', path);
      forgetExport(id);
      notify('lists.exportCancelled', { type: 'info', messageArgs: { title } });
    } catch (error) {
      setBusy(false);
      notifyError(error);
    }
  };
  return (
    <Button
      size="small"
      color="inherit"
      disabled={busy}
      aria-label={translate('lists.cancelExportOf', { title })}
      onClick={() => void cancel()}
    >
      {translate('ra.action.cancel')}
    </Button>
  );
}

/** The file is there: it is saved at once; where that fails, whenever its user wants it. */
function ReadyNotice({ id, title, url }: WatchedExport & { url: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const begun = useRef(false);
  const [saving, setSaving] = useState(true);
  const save = useCallback(async () => {
    setSaving(true);
    try {
      const name = await saveFile(url, { fallbackName: 'export.xlsx' });
      forgetExport(id);
      notify('lists.exported', { type: 'success', messageArgs: { name } });
    } catch (error) {
      setSaving(false);
      notifyError(error);
    }
  }, [url, id, notify, notifyError]);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void save();
  }, [save]);
  return (
    <Alert
      severity="success"
      role="status"
      sx={stays}
      action={
        <>
          <Button size="small" color="inherit" disabled={saving} onClick={() => void save()}>
            {translate('lists.saveExport')}
          </Button>
          <Button size="small" color="inherit" disabled={saving} onClick={() => forgetExport(id)}>
            {translate('shared.close')}
          </Button>
        </>
      }
    >
      {translate('lists.exportReady', { title })}
    </Alert>
  );
}
