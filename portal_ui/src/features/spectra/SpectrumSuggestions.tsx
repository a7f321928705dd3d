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
  const secondaryText = { variant: 'body2', sx: { color: 'text.secondary' } } as const;
  return (
    <Box role="status" sx={{ flexBasis: '100%', paddingInlineStart: { sm: 6.5 }, marginTop: 0.5 }}>
      {/* A file with the extension .xml may be of any type. */}
      {error && /\.n42$/i.test(file.name) && <Typography {...secondaryText}>{message(error)}</Typography>}
      {!data && !error && <Typography {...secondaryText}>{translate('spectra.reading')}</Typography>}
      {data && <Offered read={data} target={target} />}
    </Box>
  );
}

function Offered({ read, target }: { read: Spectra; target: SpectrumFormBinding }) {
  const translate = useTranslate();
  const spectrumMessages = useSpectrumMessages();
  const [part, setPart] = useState<number>();
  // Choices of the user; by default, suggestions that replace nothing are selected.
  const [choices, setChoices] = useState<Partial<Record<Suggestion['field'], boolean>>>({});
  const proposals = getSuggestions(read, target, spectrumMessages, part);
  const isSelected = ({ field, replaced }: Suggestion) => choices[field] ?? replaced === '';
  const selected = proposals.filter(isSelected);
  const name = spectrumMessages.name(read);
  const isUnknown = target.part !== undefined && read.parts.length === 0 && spectrumMessages.model(read) !== '';
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
          isSelected={isSelected(proposal)}
          onToggle={(isOn) => setChoices({ ...choices, [proposal.field]: isOn })}
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
          disabled={selected.length === 0}
          onClick={() => {
            for (const { apply } of selected) apply();
            setChoices({});
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
  isSelected: boolean;
  onToggle: (isSelected: boolean) => void;
}

/** Checkbox of one suggested value, with the current value that it would replace. */
function SuggestionLine({ proposal, isSelected, onToggle }: LineProps) {
  const translate = useTranslate();
  const { field, proposed, replaced } = proposal;
  return (
    <FormControlLabel
      control={<Checkbox size="small" checked={isSelected} onChange={(_, isOn) => onToggle(isOn)} />}
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
