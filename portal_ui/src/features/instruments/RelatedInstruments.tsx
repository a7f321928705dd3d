import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { Passport } from '../../api/instruments';
import { RouterLink, usePath } from '../../core/routing/links';

/** Instruments that stand in each other's place; those that were sent in themselves lead to their own page. */
export function Others({ word, others }: { word: string; others: Passport['replaces'] }) {
  const translate = useTranslate();
  const path = usePath();
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
