import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { InstrumentHistory } from '../../api/instruments';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';

/** Instruments that stand in each other's place; those that were sent in themselves lead to their own page. */
export function RelatedInstruments({ word, others }: { word: string; others: InstrumentHistory['replaces'] }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  return others.map(({ id, serialNumber }) => {
    const text = translate(word, { serial: serialNumber });
    return (
      <Typography key={serialNumber}>
        {id === null ? (
          text
        ) : (
          <Link component={RouterLink} to={path(`instrument/${id}`)}>
            {text}
          </Link>
        )}
      </Typography>
    );
  });
}
