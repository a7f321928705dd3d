import CloseIcon from '@mui/icons-material/Close';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import type { SxProps, Theme } from '@mui/material/styles';
import { useNotify, useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { downloadOrEnqueue } from '../../api/download';
import type { Query } from '../../api/http';
import { addPendingExport } from '../../api/pendingExports';
import { useFormat } from '../i18n/format';
import { useNotifyError } from './errorMessage';

type Props = {
  path: string;
  /** Label of a download that is no export. */
  label?: string;
  /** Name of the exported list, shown while a large export is pending. */
  title?: string;
  query?: Query;
  body?: unknown;
  disabled?: boolean;
  size?: 'small' | 'medium';
  /** Whether only the icon is shown, in a row of other buttons. */
  isIcon?: boolean;
};

/** Style that shows only the icon. */
const iconStyle = { '& .MuiButton-startIcon': { margin: 0 }, '& > span:last-of-type': { display: 'none' } } as const;

/** Style that shows only the icon, at the end of a row. */
const iconInRow = {
  ...iconStyle,
  minWidth: { xs: 44, sm: 36 },
  paddingInline: 0,
  marginInlineStart: { sm: 'auto' },
} as const;

/** Style that shows only the icon on a phone. */
export const iconOnPhone: SxProps<Theme> = (theme) => ({
  [theme.breakpoints.down('sm')]: { minWidth: 44, paddingInline: 0, ...iconStyle },
});

/** Download button of a spreadsheet or another file, with progress and cancel. */
export function ExportButton({
  path,
  label,
  title,
  query,
  body,
  disabled = false,
  size = 'medium',
  isIcon = false,
}: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const format = useFormat();
  const notifyError = useNotifyError();
  const [running, setRunning] = useState<AbortController | null>(null);
  const [received, setReceived] = useState(0);
  const last = useRef<AbortController | null>(null);
  useEffect(() => () => last.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    last.current = controller;
    setRunning(controller);
    setReceived(0);
    try {
      const saved = await downloadOrEnqueue(path, {
        query,
        body,
        signal: controller.signal,
        onProgress: setReceived,
        fallbackName: 'export.xlsx',
      });
      if ('jobId' in saved) addPendingExport({ id: saved.jobId, title: title ?? translate('lists.export') });
      else notify('lists.exported', { type: 'success', messageArgs: { name: saved.name } });
    } catch (error) {
      if (!controller.signal.aborted) notifyError(error);
    } finally {
      setRunning(null);
    }
  };

  if (!running) {
    return (
      <Button
        size={size}
        startIcon={<DownloadIcon />}
        disabled={disabled}
        onClick={start}
        aria-label={label ?? translate('lists.export')}
        title={isIcon ? (label ?? translate('lists.export')) : undefined}
        // A custom label may be wider than a phone; "Export" becomes an icon.
        sx={isIcon ? iconInRow : label ? { whiteSpace: 'normal' } : iconOnPhone}
      >
        <span>{label ?? translate('lists.export')}</span>
      </Button>
    );
  }
  const progress =
    received > 0 ? translate('lists.exportedSoFar', { size: format.fileSize(received) }) : translate('lists.exporting');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <CircularProgress aria-hidden size={18} />
      <span role="status">{progress}</span>
      <IconButton aria-label={translate('lists.cancelExport')} onClick={() => running.abort()}>
        <CloseIcon />
      </IconButton>
    </Box>
  );
}
