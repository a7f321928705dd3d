import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { Run } from '../../api/imports';

/** Sample lines with non-ASCII characters, which reveal a wrong encoding. */
function Samples({ run, id }: { run: Run; id?: string }) {
  return (
    <Box component="ul" id={id} sx={{ margin: 0, padding: 0, listStyle: 'none', overflowWrap: 'anywhere' }}>
      {run.samples.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  );
}

interface EncodingPickerProps {
  run: Run;
  disabled: boolean;
  onEncoding: (encoding: string) => void;
}

/** Encoding select of a text file, with sample lines. */
export function EncodingPicker({ run, disabled, onEncoding }: EncodingPickerProps) {
  const translate = useTranslate();
  const samples = useId();
  if (!run.encoding || run.samples.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextField
        select
        label={translate('imports.encoding.label')}
        helperText={translate('imports.encoding.help')}
        value={run.encoding}
        disabled={disabled}
        onChange={(event) => onEncoding(event.target.value)}
        slotProps={{ select: { SelectDisplayProps: { 'aria-describedby': samples } } }}
        sx={{ justifySelf: 'start', minWidth: 240 }}
      >
        {run.encodings.map(({ key, name }) => (
          <MenuItem key={key} value={key}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <Samples run={run} id={samples} />
    </Box>
  );
}

/** Review note about the assumed encoding of a file that does not declare one. */
export function EncodingNote({ run }: { run: Run }) {
  const translate = useTranslate();
  if (!run.encoding || run.encoding.startsWith('utf') || run.samples.length === 0) return null;
  const name = run.encodings.find(({ key }) => key === run.encoding)?.name ?? run.encoding;
  return (
    <Alert severity="info" square>
      {translate('imports.encoding.assumed', { name })}
      <Samples run={run} />
    </Alert>
  );
}
