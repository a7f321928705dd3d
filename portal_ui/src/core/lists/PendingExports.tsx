import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { downloadFile } from '../../api/download';
import { ApiError } from '../../api/errors';
import { call } from '../../api/http';
import { type PendingExport, removePendingExport } from '../../api/pendingExports';
import type { components } from '../../api/schema';
import { useFormat } from '../i18n/format';
import { getErrorKey, useErrorMessage, useNotifyError } from '../ui/errorMessage';

type Job = components['schemas']['ExportJob'];

const POLL_INTERVAL_MS = 1_500;
const alertStyle = { borderRadius: 0, alignItems: 'center', displayPrint: 'none' } as const;

/** Banners of large exports that the server creates for this tab. */
export default function PendingExports({ exports }: { exports: readonly PendingExport[] }) {
  return exports.map((each) => <ExportStatus key={each.id} {...each} />);
}

function ExportStatus({ id, title }: PendingExport) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const path = `/api/v1/files/export/jobs/${id}`;
  const { data: job, error } = useQuery({
    queryKey: ['exportJob', id],
    queryFn: ({ signal }) => call<Job>('GET', path, { signal }),
    // Poll in a hidden tab too: users switch tabs while they wait for the file.
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (isFinished(state.data) || isRejected(state.error) ? false : POLL_INTERVAL_MS),
    retry: false,
  });
  const cancelled = job?.state === 'CANCELLED';
  useEffect(() => {
    if (cancelled) removePendingExport(id);
  }, [cancelled, id]);

  if (job?.url) return <ReadyMessage id={id} title={title} url={job.url} />;
  if (isRejected(error) || job?.state === 'FAILED') {
    const isGone = isRejected(error) && getErrorKey(error) === 'errors.notFound';
    const reason = isRejected(error) ? message(error) : (job?.message ?? '');
    return (
      <Alert
        severity="error"
        sx={alertStyle}
        onClose={() => removePendingExport(id)}
        closeText={translate('shared.close')}
      >
        {translate(isGone ? 'lists.exportGone' : 'lists.exportFailed', { title, reason })}
      </Alert>
    );
  }
  const messageKey = error
    ? 'lists.exportNoLine'
    : job?.state === 'RUNNING'
      ? 'lists.exportMaking'
      : 'lists.exportWaiting';
  return (
    <Alert
      severity={error ? 'warning' : 'info'}
      role="presentation"
      sx={alertStyle}
      action={<CancelExportButton {...{ id, title, path }} />}
    >
      <span role="status">{translate(messageKey, { title })}</span>
      <Progress job={job} title={title} />
    </Alert>
  );
}

const isFinished = (job: Job | undefined) => job !== undefined && job.state !== 'WAITING' && job.state !== 'RUNNING';

/** Return whether polling ends: on 4xx, not while offline or the server restarts. */
const isRejected = (error: unknown) => error instanceof ApiError && error.status < 500;

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

function CancelExportButton({ id, title, path }: PendingExport & { path: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await call<Job>('DELETE', path);
      removePendingExport(id);
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

/** Message of a finished export: downloads the file; a failed download has a retry. */
function ReadyMessage({ id, title, url }: PendingExport & { url: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const begun = useRef(false);
  const [saving, setSaving] = useState(true);
  const save = useCallback(async () => {
    setSaving(true);
    try {
      const name = await downloadFile(url, { fallbackName: 'export.xlsx' });
      removePendingExport(id);
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
      sx={alertStyle}
      action={
        <>
          <Button size="small" color="inherit" disabled={saving} onClick={() => void save()}>
            {translate('lists.saveExport')}
          </Button>
          <Button size="small" color="inherit" disabled={saving} onClick={() => removePendingExport(id)}>
            {translate('shared.close')}
          </Button>
        </>
      }
    >
      {translate('lists.exportReady', { title })}
    </Alert>
  );
}
