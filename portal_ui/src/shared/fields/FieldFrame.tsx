import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useTranslate, ValidationError } from 'ra-core';
import { type ReactNode, useId } from 'react';

/** What every field takes. */
export type FieldProps = {
  label: string;
  /** Marked with a star. */
  required?: boolean;
  /** Says "optional" beside the label, where most of a form is required. */
  optional?: boolean;
  help?: ReactNode;
  disabled?: boolean;
};

/** The ids that tie a control to its label, help and error. */
export type ControlIds = { id: string; 'aria-describedby': string | undefined };

type Props = FieldProps & {
  error?: string | undefined;
  /** At the end of the help line, as a count of characters. */
  counter?: ReactNode;
  children: (ids: ControlIds) => ReactNode;
};

/** Label above, the control, help or error below. */
export function FieldFrame({ label, required, optional, help, error, counter, children }: Props) {
  const id = useId();
  const translate = useTranslate();
  const below = error || help || counter ? `${id}-below` : undefined;
  return (
    <Box sx={{ minWidth: 0 }}>
      <FieldLabel htmlFor={id} id={`${id}-label`}>
        {label}
        {required && (
          <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
            {' *'}
          </Box>
        )}
        {optional && (
          <Box component="span" sx={{ color: 'text.tertiary', fontWeight: 'fontWeightRegular' }}>
            {` ${translate('shared.optional')}`}
          </Box>
        )}
      </FieldLabel>
      {children({ id, 'aria-describedby': below })}
      {below && (
        <FormHelperText component="div" id={below} error={!!error} sx={{ display: 'flex', gap: 0.5 }}>
          <Box component="span" sx={{ flex: 1 }} role={error ? 'alert' : undefined}>
            {error ? <ValidationError error={error} /> : help}
          </Box>
          {counter}
        </FormHelperText>
      )}
    </Box>
  );
}

function FieldLabel({ htmlFor, id, children }: { htmlFor: string; id: string; children: ReactNode }) {
  return (
    <Typography
      component="label"
      variant="subtitle2"
      htmlFor={htmlFor}
      id={id}
      sx={{ display: 'block', marginBottom: 0.75, color: 'text.primary', fontWeight: 'fontWeightBold' }}
    >
      {children}
    </Typography>
  );
}

/** A value that is only read: looks like text, not like a disabled field. */
export function ReadField({ label, children }: { label: string; children: ReactNode }) {
  const empty = children === null || children === undefined || children === '';
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="body2" component="dt" sx={{ color: 'text.tertiary' }}>
        {label}
      </Typography>
      <Typography component="dd" sx={{ margin: 0, whiteSpace: 'pre-line' }}>
        {empty ? '–' : children}
      </Typography>
    </Box>
  );
}

/** Read values side by side (a `dl`). */
export function ReadFields({ columns = 2, children }: { columns?: 1 | 2 | 3; children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gap: 2,
        margin: 0,
        gridTemplateColumns: { xs: '1fr', sm: `repeat(${columns}, minmax(0, 1fr))` },
      }}
    >
      {children}
    </Box>
  );
}
