import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';

/** A group of fields or values; `title` is the key of its name, or the name. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const translate = useTranslate();
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ marginBottom: 2 }}>
        {translate(title, { _: title })}
      </Typography>
      {children}
    </Box>
  );
}

/** Such groups below one another, in a card or a tab. */
export function FormParts({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'grid', gap: 4, padding: 2, paddingBottom: 3 }}>{children}</Box>;
}

/** Fields in two columns, one on a phone. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {children}
    </Box>
  );
}
