import Box from '@mui/material/Box';
import { useWatch } from 'react-hook-form';
import type { Field, FieldType } from '../../server/types';
import { DeclaredField, type DeclaredFieldProps, type OwnInputs } from './DeclaredField';
import { type FormValues, groupsOf, isShown } from './formValues';

/** What needs the whole width; the languages of one text share it. */
const wide = new Set<FieldType>(['boolean', 'longText', 'choices', 'matrix', 'image']);
/** What lays cells of the grid by itself. */
const cells = new Set<FieldType>(['texts']);

type Props = Omit<DeclaredFieldProps, 'field' | 'autoFocus'> & {
  /** Those of this grid; `all` are those of the form, on which they may depend. */
  fields: readonly Field[];
  all: readonly Field[];
  inputs: OwnInputs;
  /** The field that has the focus when the form opens. */
  first: Field | undefined;
};

/** The fields of a declared form, two a line where there is room; a text in both languages side by side. */
export function FieldGrid({ fields, all, inputs, first, ...record }: Props) {
  const values = useWatch<FormValues>() as FormValues;
  const shown = fields.filter((field) => isShown(field, all, values));
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
      {groupsOf(shown).map(({ key, fields: together }) => {
        const across = together.length > 1 || together.some(({ type }) => wide.has(type));
        const asCells = together.every(({ type }) => cells.has(type));
        return (
          <Box
            key={key}
            sx={{
              display: asCells ? 'contents' : 'grid',
              gap: 2.5,
              minWidth: 0,
              gridColumn: across ? '1 / -1' : undefined,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: together.length > 1 ? '1fr 1fr' : 'minmax(0, 1fr)' },
              alignItems: 'start',
            }}
          >
            {together.map((field) => {
              const Input = inputs[field.key] ?? DeclaredField;
              return <Input key={field.key} field={field} autoFocus={field === first} {...record} />;
            })}
          </Box>
        );
      })}
    </Box>
  );
}
