import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Field, FormMeta } from '../../server/types';
import type { DeclaredFieldProps, OwnInputs } from './DeclaredField';
import { FieldGrid } from './FieldGrid';

type Section = FormMeta['sections'][number];

type Props = Omit<DeclaredFieldProps, 'field' | 'autoFocus'> & {
  sections: readonly Section[];
  fields: readonly Field[];
  inputs: OwnInputs;
};

const typed = new Set<string>(['text', 'longText', 'number', 'money']);

/** The fields of a declared form under the headings of their sections; those of none come first. */
export function FieldSections({ sections, fields, ...rest }: Props) {
  const [opening] = fields;
  // A new record is begun at once; a list of choices would open over it.
  const first = rest.record === undefined && opening && typed.has(opening.type) ? opening : undefined;
  const grid = (of: string | null) => (
    <FieldGrid fields={fields.filter(({ section }) => section === of)} all={fields} first={first} {...rest} />
  );
  return (
    <>
      {fields.some(({ section }) => section === null) && grid(null)}
      {sections.map((section) => (
        <Part key={section.key} section={section}>
          {grid(section.key)}
        </Part>
      ))}
    </>
  );
}

function Part({ section: { label, hint }, children }: { section: Section; children: React.ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2 }}>
      <div>
        <Typography variant="h2" id={id}>
          {label}
        </Typography>
        {hint && (
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {hint}
          </Typography>
        )}
      </div>
      {children}
    </Box>
  );
}
