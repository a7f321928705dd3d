import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type DragEvent, useRef, useState } from 'react';

type DropZoneProps = {
  /** Said below the button, before anything is uploaded. */
  limit: string;
  /** Names the button to assistive technology where the page has several. */
  describedBy?: string | undefined;
  /** How many may be chosen. */
  places: number;
  /** Offers pictures only. */
  pictures?: boolean;
  onFiles: (files: File[]) => void;
  onDrop: (data: DataTransfer) => void;
};

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Where files are dropped; its button picks them. */
export function DropZone({ limit, describedBy, places, pictures = false, onFiles, onDrop }: DropZoneProps) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  // Entering a child leaves the parent: only the balance says whether the pointer is still inside.
  const depth = useRef(0);
  const [over, setOver] = useState(false);

  const move = (change: number) => (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    depth.current = Math.max(0, depth.current + change);
    setOver(depth.current > 0);
  };

  return (
    <Box
      onDragEnter={move(1)}
      onDragLeave={move(-1)}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onDrop(event.dataTransfer);
      }}
      sx={(theme) => ({
        display: 'grid',
        justifyItems: 'center',
        gap: 0.5,
        padding: 2.5,
        textAlign: 'center',
        borderRadius: 1,
        border: `1px dashed ${over ? theme.vars.palette.primary.main : theme.portal.fieldBorder}`,
        backgroundColor: over ? theme.portal.accentSoft : theme.portal.sunk,
        transition: theme.transitions.create(['background-color', 'border-color'], { duration: 120 }),
      })}
    >
      <Button
        size="small"
        startIcon={<UploadIcon />}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {translate('files.choose', { smart_count: places })}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        <Box component="span" sx={{ '@media (pointer: coarse)': { display: 'none' } }}>
          {translate('files.dropOrPaste', { smart_count: places })}{' '}
        </Box>
        {limit}
      </Typography>
      <input
        ref={input}
        type="file"
        accept={pictures ? '.png,.jpg,.jpeg,.webp,.ico' : undefined}
        multiple={places > 1}
        hidden
        aria-label={translate('files.choose', { smart_count: places })}
        onChange={(event) => {
          onFiles(Array.from(event.target.files ?? []));
          event.target.value = ''; // The same file may be chosen again after it was removed.
        }}
      />
    </Box>
  );
}
