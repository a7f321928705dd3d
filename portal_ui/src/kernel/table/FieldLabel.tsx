import Box from '@mui/material/Box';
import type { Field } from './declaration';

/** The name of a field, above its column or on its card; one that must be filled in has a star. */
export function FieldLabel<Row>({ field: { label, required = false } }: { field: Field<Row> }) {
  if (!required) return label;
  return (
    <>
      {label}
      <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
        {' *'}
      </Box>
    </>
  );
}
