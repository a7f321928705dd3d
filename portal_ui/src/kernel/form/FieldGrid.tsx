import Box from '@mui/material/Box';
import type { Field, FieldType } from '../../server/types';
import { ReadField } from '../../shared/fields/FieldFrame';
import { DeclaredField } from './DeclaredField';
import { type DeclaredRecord, groupsOf } from './formValues';

/** What needs the whole width; the languages of one text share it. */
const wide = new Set<FieldType>(['boolean', 'longText', 'choices', 'image']);
const typed = new Set<FieldType>(['text', 'longText', 'number', 'money']);

type Props = {
  fields: readonly Field[];
  /** Written at creation only: shown, not changed. */
  fixed: readonly Field[];
  record: DeclaredRecord | undefined;
  name: string;
  onBusy: (key: string, busy: boolean) => void;
};

/** The fields of a declared form, two a line where there is room; a text in both languages side by side. */
export function FieldGrid({ fields, fixed, record, name, onBusy }: Props) {
  const first = record ? undefined : fields.find(({ type }) => typed.has(type) || type === 'choice');
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
      {fixed.length > 0 && (
        <Box component="dl" sx={{ display: 'grid', gap: 2, margin: 0, gridColumn: '1 / -1' }}>
          {fixed.map(({ key, label }) => (
            <ReadField key={key} label={label}>
              {String(record?.[key] ?? '')}
            </ReadField>
          ))}
        </Box>
      )}
      {groupsOf(fields).map(({ key, fields: together }) => {
        const across = together.length > 1 || together.some(({ type }) => wide.has(type));
        return (
          <Box
            key={key}
            sx={{
              display: 'grid',
              gap: 2.5,
              minWidth: 0,
              gridColumn: across ? '1 / -1' : undefined,
              gridTemplateColumns: { xs: '1fr', sm: together.length > 1 ? '1fr 1fr' : '1fr' },
              alignItems: 'start',
            }}
          >
            {together.map((field) => (
              <Box key={field.key} sx={{ minWidth: 0 }}>
                <DeclaredField
                  field={field}
                  present={presentPicture(field, record, name)}
                  autoFocus={field === first}
                  onBusy={(busy) => onBusy(field.key, busy)}
                />
              </Box>
            ))}
          </Box>
        );
      })}
    </Box>
  );
}

/** A picture `image` is read from the column `imageUrl`. */
function presentPicture({ key, type }: Field, record: DeclaredRecord | undefined, name: string) {
  const url: unknown = record?.[`${key}Url`];
  return type === 'image' && typeof url === 'string' && url !== '' ? { url, name } : undefined;
}
