import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { type Spectra, useSpectra } from '../../api/spectra';
import type { AttachedFile } from '../../api/types';
import { useErrorMessage } from '../../core/ui/errorMessage';
import { getSuggestions, type SpectrumFormBinding, type Suggestion } from './suggestions';
import { useSpectrumMessages } from './useSpectrumMessages';

interface Props {
  file: AttachedFile;
  target: SpectrumFormBinding;
}

/** Suggestions from a spectrum file for the form, shown next to the file. */
export default function SpectrumSuggestions({ file, target }: Props) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const { data, error } = useSpectra(file.id, target.part?.use);
  const quiet = { variant: 'body2', sx: { color: 'text.secondary' } } as const;
  return (
    <Box role="status" sx={{ flexBasis: '100%', paddingInlineStart: { sm: 6.5 }, marginTop: 0.5 }}>
      {/* A file with the extension .xml may be of any type. */}
      {error && /\.n42$/i.test(file.name) && <Typography {...quiet}>{message(error)}</Typography>}
      {!data && !error && <Typography {...quiet}>{translate('spectra.reading')}</Typography>}
      {data && <Offered read={data} target={target} />}
    </Box>
  );
}

function Offered({ read, target }: { read: Spectra; target: SpectrumFormBinding }) {
  const translate = useTranslate();
  const words = useSpectrumMessages();
  const [part, setPart] = useState<number>();
  // Choices of the user; by default, suggestions that replace nothing are selected.
  const [said, setSaid] = useState<Partial<Record<Suggestion['field'], boolean>>>({});
  const proposals = getSuggestions(read, target, words, part);
  const isTicked = ({ field, replaced }: Suggestion) => said[field] ?? replaced === '';
  const ticked = proposals.filter(isTicked);
  const name = words.name(read);
  const isUnknown = target.part !== undefined && read.parts.length === 0 && words.model(read) !== '';
  return (
    <>
      <Typography variant="body2">
        {name ? translate('spectra.read', { name }) : translate('spectra.nameless')}
        {read.isCutOff && ` ${translate('spectra.cutOff')}`}
        {isUnknown && ` ${translate('spectra.notInCatalogue')}`}
      </Typography>
      {proposals.map((proposal) => (
        <SuggestionLine
          key={proposal.field}
          proposal={proposal}
          ticked={isTicked(proposal)}
          onTick={(tick) => setSaid({ ...said, [proposal.field]: tick })}
        />
      ))}
      {read.parts.length > 1 && proposals.some(({ field }) => field === 'part') && (
        <TextField
          select
          size="small"
          fullWidth
          margin="dense"
          label={translate('spectra.whichPart')}
          value={part ?? read.parts[0]?.id ?? ''}
          onChange={(event) => setPart(Number(event.target.value))}
        >
          {read.parts.map(({ id, manufacturer, partName, number }) => (
            <MenuItem key={id} value={id}>
              {`${manufacturer} ${partName} (${number})`}
            </MenuItem>
          ))}
        </TextField>
      )}
      {proposals.length > 0 && (
        <Button
          size="small"
          disabled={ticked.length === 0}
          onClick={() => {
            for (const { apply } of ticked) apply();
            setSaid({});
          }}
          sx={{ marginTop: 0.5 }}
        >
          {translate('spectra.fillIn')}
        </Button>
      )}
    </>
  );
}

interface LineProps {
  proposal: Suggestion;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
}

/** Checkbox of one suggested value, with the current value that it would replace. */
function SuggestionLine({ proposal, ticked, onTick }: LineProps) {
  const translate = useTranslate();
  const { field, proposed, replaced } = proposal;
  return (
    <FormControlLabel
      control={<Checkbox size="small" checked={ticked} onChange={(_, tick) => onTick(tick)} />}
      label={
        <>
          {translate(`spectra.field.${field}`, { value: proposed })}
          {replaced && (
            <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
              {translate('spectra.kept', { value: replaced })}
            </Box>
          )}
        </>
      }
      slotProps={{ typography: { variant: 'body2', component: 'span', sx: { overflowWrap: 'anywhere' } } }}
      sx={{ display: 'flex', alignItems: 'flex-start', marginRight: 0, '& .MuiCheckbox-root': { paddingBlock: 0.25 } }}
    />
  );
}
