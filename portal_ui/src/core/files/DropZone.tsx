import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type Ref, useRef } from 'react';
import { createDropHandlers } from './fileDropAndPaste';

interface DropZoneProps {
  /** Limits of the files, shown below the button. */
  limit: string;
  /** Id of the description of the button, if the page has several. */
  describedBy: string | undefined;
  /** Maximum number of files. */
  maxFiles: number;
  /** Accepted file extensions; all if absent. */
  accept?: string | undefined;
  /** Texts of the button and of the line below, instead of "Choose files". */
  labels?: { choose: string; drop: string };
  onFiles: (files: File[]) => void;
  /** Ref of the button, to focus it. */
  button?: Ref<HTMLButtonElement>;
}

/** Drop zone for files, with a button to choose them. */
export function DropZone({ limit, describedBy, maxFiles, accept, labels, onFiles, button }: DropZoneProps) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const choose = labels?.choose ?? translate('files.choose', { smart_count: maxFiles });
  return (
    <Box
      {...createDropHandlers(onFiles)}
      sx={(theme) => ({
        display: 'grid',
        justifyItems: 'center',
        gap: 0.5,
        padding: 2.5,
        textAlign: 'center',
        borderRadius: 1,
        border: `1px dashed ${theme.portal.fieldBorder}`,
        backgroundColor: theme.portal.recessed,
        transition: theme.transitions.create(['background-color', 'border-color'], { duration: 120 }),
        '&[data-drag-over]': { borderColor: theme.vars.palette.primary.main, backgroundColor: theme.portal.accentSoft },
      })}
    >
      <Button
        ref={button}
        size="small"
        startIcon={<UploadIcon />}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {choose}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        <Box component="span" sx={{ display: 'block', '@media (pointer: coarse)': { display: 'none' } }}>
          {labels?.drop ?? translate('files.dropOrPaste', { smart_count: maxFiles })}{' '}
        </Box>
        {limit}
      </Typography>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={maxFiles > 1}
        hidden
        aria-label={choose}
        onChange={(event) => {
          onFiles(Array.from(event.target.files ?? []));
          event.target.value = ''; // Otherwise choosing the same file again fires no event.
        }}
      />
    </Box>
  );
}
