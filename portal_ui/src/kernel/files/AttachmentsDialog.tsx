import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { FileList } from './FileList';
import { FilesField } from './FilesField';
import type { AttachedFile, UploadedFile } from './types';
import { UploadedRow } from './UploadedRow';

type FrameProps = {
  open: boolean;
  onClose: () => void;
  /** Whose files they are: "RadEye G-10, SN 04412". */
  of: string;
  editable: boolean;
  children: ReactNode;
};

/** The dialog around a list of files; on a phone it takes the whole screen. */
export function AttachmentsFrame({ open, onClose, of, editable, children }: FrameProps) {
  const translate = useTranslate();
  const titleId = useId();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} fullScreen={phone} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>
        {translate('files.attachments')}
        <Typography
          variant="body2"
          component="span"
          sx={{ display: 'block', color: 'text.tertiary', '&::first-letter': { textTransform: 'uppercase' } }}
        >
          {of}
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

type AttachmentsDialogProps = Omit<FrameProps, 'editable' | 'children'> & {
  files: readonly AttachedFile[];
  /** With it files can be added and removed; without it they are listed. Closing stops what is still on its way. */
  onChange?: (files: UploadedFile[]) => void;
};

/** The files of a unit, to read or to change. */
export function AttachmentsDialog({ files, onChange, ...frame }: AttachmentsDialogProps) {
  return (
    <AttachmentsFrame {...frame} editable={onChange !== undefined}>
      {onChange ? <FilesField value={files} onChange={onChange} /> : <ReadOnlyFiles files={files} />}
    </AttachmentsFrame>
  );
}

function ReadOnlyFiles({ files }: { files: readonly AttachedFile[] }) {
  const translate = useTranslate();
  if (files.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{translate('files.none')}</Typography>;
  return (
    <FileList>
      {files.map((file) => (
        <UploadedRow key={file.id} file={file} list={files} />
      ))}
    </FileList>
  );
}
