import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useSpectra } from '../../api/spectra';
import type { AttachedFile } from '../../api/types';
import { getSuggestions, type SpectrumFormBinding } from './suggestions';
import { useSpectrumMessages } from './useSpectrumMessages';

interface Props {
  file: AttachedFile;
  target: SpectrumFormBinding;
  onOpen: () => void;
}

/** Button to expand the files if one of them has suggestions for the form. */
export default function SpectrumHint({ file, target, onOpen }: Props) {
  const translate = useTranslate();
  const spectrumMessages = useSpectrumMessages();
  const { data } = useSpectra(file.id, target.part?.use);
  if (!data || getSuggestions(data, target, spectrumMessages, undefined).length === 0) return null;
  return (
    <Button
      variant="text"
      size="small"
      aria-label={translate('spectra.cueOf', { name: file.name })}
      onClick={onOpen}
      sx={{ display: 'block', marginInlineStart: 'auto', paddingInline: 1, color: 'primary.main' }}
    >
      {translate('spectra.cue')}
    </Button>
  );
}
