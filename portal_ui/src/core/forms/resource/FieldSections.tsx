import Box from '@mui/material/Box';
import { useFormState, useWatch } from 'react-hook-form';
import type { Field, FieldType, Section } from '../../../api/types';
import { FormSection } from '../FormSection';
import { type FieldGroup, type FormValues, groupFields, isFieldVisible, isFieldWritable } from './formValues';
import { type CustomInputs, ResourceInput, type ResourceInputProps } from './ResourceInput';

type Props = Omit<ResourceInputProps, 'field' | 'autoFocus'> & {
  fields: readonly Field[];
  inputs: CustomInputs;
};

const typed = new Set<string>(['text', 'longText', 'number', 'money']);

type SectionsProps = Props & { sections: readonly Section[] };

/** Fields of a declared form by section; fields without a section come first. */
export function FieldSections({ sections, fields, ...rest }: SectionsProps) {
  const [opening] = fields;
  // Focus the first field of a new record, but no select, as its options would open.
  const first = rest.record === undefined && opening && typed.has(opening.type) ? opening : undefined;
  const renderGrid = (sectionKey: string | null) => (
    <FieldGrid fields={fields.filter(({ section }) => section === sectionKey)} all={fields} first={first} {...rest} />
  );
  return (
    <>
      {fields.some(({ section }) => section === null) && renderGrid(null)}
      {sections.map((section) => (
        <FormSection key={section.key} title={section.label} hint={section.hint}>
          {renderGrid(section.key)}
        </FormSection>
      ))}
    </>
  );
}

/** Field types with full width, which the languages of a text share. */
const wide = new Set<FieldType>(['boolean', 'longText', 'choices', 'matrix', 'image']);
/** Field types whose inputs render grid cells themselves. */
const cells = new Set<FieldType>(['texts']);

type GridProps = Props & {
  /** All fields of the form, on which the fields of this grid may depend. */
  all: readonly Field[];
  /** Field with the initial focus. */
  first: Field | undefined;
};

/** Grid of fields in two columns, or one on phones. Those of a group are side by side. */
function FieldGrid({ fields, all, inputs, first, ...record }: GridProps) {
  const values = useWatch<FormValues>() as FormValues;
  const { defaultValues } = useFormState<FormValues>();
  const visible = fields.filter(
    (field) => inputs[field.key] !== null && isFieldVisible(field, all, values, defaultValues as FormValues),
  );
  const groups = groupFields(visible);
  const columns = getGridColumns(groups, ({ dependsOn }) =>
    all.some((other) => other.key === dependsOn?.field && isFieldWritable(other, record.record ? 'edit' : 'create')),
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
      {groups.map(({ key, fields: grouped }, index) => {
        const asCells = grouped.every(({ type }) => cells.has(type));
        return (
          <Box
            key={key}
            sx={{
              display: asCells ? 'contents' : 'grid',
              gap: 2,
              minWidth: 0,
              gridColumn: columns[index],
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: grouped.length > 1 ? '1fr 1fr' : 'minmax(0, 1fr)' },
              alignItems: 'start',
            }}
          >
            {grouped.map((field) => {
              const Input = inputs[field.key] ?? ResourceInput;
              return <Input key={field.key} field={field} autoFocus={field === first} {...record} />;
            })}
          </Box>
        );
      })}
    </Box>
  );
}

const FULL_WIDTH = '1 / -1';

/** Return the column of each group in the grid. A field alone in its row has half the width. */
function getGridColumns(groups: readonly FieldGroup[], isConditional: (field: Field) => boolean): string[] {
  const isFull = ({ fields }: FieldGroup) => fields.length > 1 || fields.some(({ type }) => wide.has(type));
  const isDependent = ({ fields: [field] }: FieldGroup) => field !== undefined && isConditional(field);
  // Conditional fields have separate rows, so that the pairs after them do not shift.
  const begins = (group: FieldGroup, index: number) =>
    index > 0 && isDependent(groups[index - 1] as FieldGroup) !== isDependent(group);
  let isHalfRow = false;
  return groups.map((group, index) => {
    const isSecond = isHalfRow && !isFull(group) && !begins(group, index);
    isHalfRow = !isSecond && !isFull(group);
    return isFull(group) ? FULL_WIDTH : isSecond ? 'auto' : '1';
  });
}
