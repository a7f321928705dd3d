import AttachIcon from '@mui/icons-material/AttachFile';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import type { AttachedFile } from '../../api/types';
import { SpectrumHintFor } from '../../features/spectra/spectrumBinding';
import { useFormat } from '../i18n/format';
import { UploadedFiles } from './UploadedFileRow';

export interface AttachmentsButtonProps {
  files: readonly AttachedFile[];
  /** Name of the unit that has the files, such as "RadEye G-10, 04412". */
  ownerName: string;
}

/** Paperclip button with the number of files; opens their list. */
export function AttachmentsButton({ files, ownerName }: AttachmentsButtonProps) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (files.length === 0) {
    return (
      <Typography component="span" sx={{ color: 'text.tertiary' }}>
        {translate('files.noneShort')}
      </Typography>
    );
  }
  return (
    <>
      <Paperclip files={files} ownerName={ownerName} onClick={() => setOpen(true)} />
      {open && (
        <AttachmentsDialog ownerName={ownerName} onClose={() => setOpen(false)}>
          <UploadedFiles files={files} />
        </AttachmentsDialog>
      )}
    </>
  );
}

interface PaperclipProps extends AttachmentsButtonProps {
  /** Whether the button is in a table cell, where files can be added. */
  editable?: boolean;
  /** Upload progress; undefined without uploads. */
  percent?: number | undefined;
  failed?: boolean;
  onClick: () => void;
}

/** Button that opens the files, with a hint if one of them is a spectrum. */
export function Paperclip(props: PaperclipProps) {
  return (
    <>
      <PaperclipButton {...props} />
      <SpectrumHintFor files={props.files} onOpen={props.onClick} />
    </>
  );
}

/** Button for all states: one element, so that the dialog can restore the focus. */
function PaperclipButton({ files, ownerName, editable = false, percent, failed = false, onClick }: PaperclipProps) {
  const translate = useTranslate();
  const format = useFormat();
  const count = files.length;
  const label = translate('files.attachmentsOf', { smart_count: count, of: ownerName });
  const shared = { variant: 'text', onClick, 'data-cell': editable ? 'attachments' : undefined } as const;
  if (percent !== undefined) {
    return (
      <Button
        {...shared}
        color="primary"
        aria-label={`${label}, ${format.percent(percent / 100)}`}
        sx={{ px: 1, gap: 1 }}
      >
        <LinearProgress variant="determinate" value={percent} aria-hidden="true" sx={{ width: 44 }} />
        <Typography variant="body2" component="span" className="tabular" sx={{ color: 'text.tertiary' }}>
          {format.percent(percent / 100)}
        </Typography>
      </Button>
    );
  }
  return (
    <Button
      {...shared}
      color={failed ? 'error' : 'primary'}
      aria-label={failed ? `${label}. ${translate('files.someFailed')}` : label}
      startIcon={failed ? <ErrorIcon /> : <AttachIcon />}
      className="tabular"
      sx={{ px: 1 }}
    >
      {count > 0 || !editable ? count : translate('files.add')}
    </Button>
  );
}

interface AttachmentsDialogProps {
  onClose: () => void;
  ownerName: string;
  editable?: boolean;
  children: ReactNode;
}

/** Dialog with the files of a unit, to read or edit; full screen on a phone. */
export function AttachmentsDialog({ onClose, ownerName, editable = false, children }: AttachmentsDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullScreen={isPhone} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>
        {translate('files.attachments')}
        <Typography variant="body2" component="span" sx={{ display: 'block', color: 'text.tertiary' }}>
          {ownerName}
        </Typography>
      </DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button
          variant={editable ? 'contained' : 'outlined'}
          color={editable ? 'primary' : 'inherit'}
          onClick={onClose}
          autoFocus={!editable}
        >
          {translate(editable ? 'files.done' : 'shared.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
