import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId, useMemo, useState } from 'react';
import type { Spectrum } from '../../api/spectra';
import { useFormat } from '../../core/i18n/format';
import { buildDrawing, getBarAt, HEIGHT, summarizeSpectrum, WIDTH } from './drawing';

interface Props {
  title: string;
  spectrum: Spectrum;
  logarithmic: boolean;
}

const toPercent = (share: number): string => `${Math.round(share * 10_000) / 100}%`;

/** Chart of counts by energy, or by channel if the file has no energies. */
export function SpectrumChart({ title, spectrum, logarithmic }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  const id = useId();
  const drawing = useMemo(() => buildDrawing(spectrum, logarithmic), [spectrum, logarithmic]);
  const facts = useMemo(() => summarizeSpectrum(spectrum), [spectrum]);
  const [pointed, setPointed] = useState<number | null>(null);
  const unit = spectrum.edges ? 'energy' : 'channel';
  const bar = pointed === null ? null : getBarAt(spectrum, pointed);
  const formatNumber = (value: number) => format.number(Math.round(value * 10) / 10);

  return (
    <Box sx={(theme) => ({ ...theme.typography.caption, color: 'text.secondary' })}>
      <Typography variant="body2" aria-hidden sx={{ minHeight: '1.5em', fontVariantNumeric: 'tabular-nums' }}>
        {bar
          ? translate(`spectra.chart.${unit}Bar`, {
              from: formatNumber(bar.from),
              to: formatNumber(bar.to),
              smart_count: bar.count,
              count: format.number(bar.count),
            })
          : translate('spectra.chart.counts')}
      </Typography>
      <Box sx={{ position: 'relative', marginInlineStart: '56px', marginTop: 1 }}>
        {drawing.upwards.map(({ value, share }) => (
          <Box
            key={value}
            aria-hidden
            style={{ bottom: toPercent(share) }}
            sx={{ position: 'absolute', insetInline: 0, borderTop: 1, borderColor: 'divider' }}
          >
            <Box component="span" sx={{ position: 'absolute', insetInlineEnd: '100%', translate: '-8px -50%' }}>
              {format.number(value)}
            </Box>
          </Box>
        ))}
        <Box
          component="svg"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}-title ${id}-text`}
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            setPointed((event.clientX - left) / width);
          }}
          onPointerLeave={() => setPointed(null)}
          sx={(theme) => ({
            position: 'relative',
            display: 'block',
            width: '100%',
            height: { xs: 200, sm: 300 },
            touchAction: 'pan-y',
            '& path': {
              fill: theme.portal.accentSoft,
              stroke: theme.vars.palette.primary.main,
              strokeWidth: 1.25,
              vectorEffect: 'non-scaling-stroke',
              strokeLinejoin: 'bevel',
            },
          })}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-text`}>
            {translate(`spectra.chart.${unit}Text`, {
              total: format.number(facts.total),
              from: formatNumber(drawing.from),
              to: formatNumber(drawing.to),
              peak: formatNumber(facts.peak),
            })}
          </desc>
          <path d={drawing.path} />
        </Box>
      </Box>
      <Box aria-hidden sx={{ position: 'relative', height: '1.6em', marginInlineStart: '56px', marginTop: 0.5 }}>
        {drawing.verticalLines.map(({ value, share }) => (
          <Box
            component="span"
            key={value}
            style={{ left: toPercent(share) }}
            sx={{ position: 'absolute', translate: '-50%' }}
          >
            {format.number(value)}
          </Box>
        ))}
      </Box>
      <Box aria-hidden sx={{ textAlign: 'center' }}>
        {translate(`spectra.chart.${unit}`)}
      </Box>
    </Box>
  );
}
