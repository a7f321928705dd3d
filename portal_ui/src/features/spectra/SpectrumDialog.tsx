import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { type Spectra, type Spectrum, useSpectra } from '../../api/spectra';
import type { AttachedFile } from '../../api/types';
import { ReadField, ReadFields } from '../../core/forms/inputs/ReadField';
import { useFormat } from '../../core/i18n/format';
import { useErrorMessage } from '../../core/ui/errorMessage';
import { summarizeSpectrum } from './drawing';
import { SpectrumChart } from './SpectrumChart';
import { useSpectrumMessages } from './useSpectrumMessages';

/** Dialog of a spectrum file: instrument, measurement and a chart of each spectrum. */
export default function SpectrumDialog({ file, onClose }: { file: AttachedFile; onClose: () => void }) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { data, error } = useSpectra(file.id);
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth fullScreen={isPhone} aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, padding: 1, paddingLeft: 3 }}>
        <Typography id={titleId} variant="h3" component="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {file.name}
        </Typography>
        <IconButton aria-label={translate('shared.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <DialogContent>
        {!data && !error && <LinearProgress aria-label={translate('spectra.reading')} />}
        {error && <Alert severity="info">{message(error)}</Alert>}
        {data && <SpectrumDetails read={data} />}
      </DialogContent>
    </Dialog>
  );
}

function SpectrumDetails({ read }: { read: Spectra }) {
  const translate = useTranslate();
  const spectrumMessages = useSpectrumMessages();
  const [index, setIndex] = useState(0);
  const spectrum = read.spectra[index];
  const { spectra, spectraInFile, instrument } = read;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {read.isCutOff && <Alert severity="warning">{translate('spectra.cutOff')}</Alert>}
      <ReadFields columns={3}>
        <ReadField label={translate('spectra.instrument')}>{spectrumMessages.model(read)}</ReadField>
        <ReadField label={translate('spectra.serialNumber')}>{instrument.serialNumber}</ReadField>
        <ReadField label={translate('spectra.firmware')}>{instrument.firmware}</ReadField>
        <ReadField label={translate('spectra.measured')}>{spectrumMessages.time(read)}</ReadField>
        <ReadField label={translate('spectra.doseRate')}>{spectrumMessages.doseRate(read)}</ReadField>
      </ReadFields>
      {spectra.length > 1 && (
        <TextField
          select
          size="small"
          label={translate('spectra.which')}
          value={index}
          onChange={(event) => setIndex(Number(event.target.value))}
          helperText={
            spectraInFile > spectra.length
              ? translate('spectra.firstOf', { count: spectra.length, total: spectraInFile })
              : undefined
          }
        >
          {spectra.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: spectra have no other id
            <MenuItem key={index} value={index}>
              {translate('spectra.numbered', { number: index + 1, name: getSpectrumName(each) })}
            </MenuItem>
          ))}
        </TextField>
      )}
      {spectrum ? (
        <SpectrumFigure
          spectrum={spectrum}
          title={spectrumMessages.name(read) || translate('spectra.unknownInstrument')}
        />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{translate('spectra.noCounts')}</Typography>
      )}
    </Box>
  );
}

const getSpectrumName = ({ detector, kind }: Spectrum): string => [detector, kind].filter(Boolean).join(' · ');

function SpectrumFigure({ spectrum, title }: { spectrum: Spectrum; title: string }) {
  const translate = useTranslate();
  const format = useFormat();
  const [logarithmic, setLogarithmic] = useState(true);
  const { total } = summarizeSpectrum(spectrum);
  const { liveTime, realTime } = spectrum;
  const formatSeconds = (time: number | null) =>
    time === null ? '' : translate('spectra.seconds', { time: format.number(time) });
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography sx={{ flex: 1, minWidth: 160, overflowWrap: 'anywhere' }}>{getSpectrumName(spectrum)}</Typography>
        <FormControlLabel
          control={<Switch checked={logarithmic} onChange={(_, checked) => setLogarithmic(checked)} />}
          label={translate('spectra.logarithmic')}
        />
      </Box>
      <SpectrumChart title={translate('spectra.chart.title', { name: title })} {...{ spectrum, logarithmic }} />
      <ReadFields columns={4}>
        <ReadField label={translate('spectra.counts')}>{format.number(total)}</ReadField>
        <ReadField label={translate('spectra.rate')}>
          {liveTime ? translate('spectra.perSecond', { rate: format.significant(total / liveTime) }) : ''}
        </ReadField>
        <ReadField label={translate('spectra.liveTime')}>{formatSeconds(liveTime)}</ReadField>
        <ReadField label={translate('spectra.realTime')}>{formatSeconds(realTime)}</ReadField>
      </ReadFields>
    </>
  );
}
