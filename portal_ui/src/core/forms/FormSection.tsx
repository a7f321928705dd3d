import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';

interface FormSectionProps {
  /** Heading, or its translation key. */
  title: string;
  /** Secondary text below the heading. */
  hint?: string | null;
  /** Number of entries, shown next to the heading. */
  count?: number;
  children: ReactNode;
}

/** Section of fields or values with a heading. */
export function FormSection({ title, hint, count, children }: FormSectionProps) {
  const id = useId();
  const translate = useTranslate();
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ marginBottom: 1.5 }}>
        <Typography variant="h2" id={id}>
          {translate(title, { _: title })}
          {count !== undefined && <Chip size="small" component="span" label={count} sx={{ marginInlineStart: 1 }} />}
        </Typography>
        {hint && (
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {hint}
          </Typography>
        )}
      </Box>
      {children}
    </Box>
  );
}

/** Stack of form sections. */
export function FormSections({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        padding: 2,
        paddingBottom: 3,
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
    >
      {children}
    </Box>
  );
}

/** Grid of fields in two columns, or one on phones. */
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
