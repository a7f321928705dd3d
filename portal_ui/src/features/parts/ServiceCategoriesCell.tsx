import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useQueryClient } from '@tanstack/react-query';
import { Form, useFormIsDirty, useNotify, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { SaveButton } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { call } from '../../api/http';
import { getChoiceName, useResourceMeta } from '../../api/meta';
import { SelectArrayInput } from '../../core/forms/inputs/choiceInputs';
import type { Row } from '../../core/lists/rows';
import { cellControl } from '../../core/lists/tableStyle';
import { useNotifyError } from '../../core/ui/errorMessage';
import { useIsNarrow } from '../../core/ui/useIsNarrow';

/** Multi-select of a part's service categories, with a Save button in the cell. A rejected choice is kept. */
export default function ServiceCategoriesCell({ row, name }: { row: Row; name: string }) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const notify = useNotify();
  const client = useQueryClient();
  const isCard = useIsNarrow();
  const choices = useResourceMeta('parts')?.form?.fields.find(({ key }) => key === 'serviceCategories')?.choices ?? [];
  const record = useMemo(() => ({ categories: row.serviceCategories.map(String) }), [row.serviceCategories]);

  const save = async ({ categories }: FieldValues) => {
    try {
      await call('PUT', '/api/v1/parts/update-service-category-part-mapping', {
        query: { partId: row.id },
        body: categories.map(Number),
      });
      notify('parts.categoriesSaved', { type: 'success', messageArgs: { name } });
      await client.invalidateQueries({ queryKey: ['parts'] });
    } catch (error) {
      notifyError(error);
    }
  };

  /** Render the names; in a table, the first one and the number of the others. */
  const renderNames = (keys: unknown) => {
    const names = (Array.isArray(keys) ? keys : []).map((key) => getChoiceName(choices, key));
    const [first = translate('parts.noCategories'), ...others] = names;
    if (isCard && names.length > 0) return names.join(', ');
    return <span title={names.join(', ')}>{others.length > 0 ? `${first} +${others.length}` : first}</span>;
  };
  return (
    <Form record={record} onSubmit={save}>
      <Box sx={cellStyle}>
        <SelectArrayInput
          source="categories"
          label={translate('parts.categoriesOf', { name })}
          choices={choices}
          options={{ displayEmpty: true, renderValue: renderNames }}
        />
        <SaveIfDirty label={translate('parts.saveOf', { name })} />
      </Box>
    </Form>
  );
}

const cellStyle = {
  // Above the link that covers the row.
  position: 'relative',
  zIndex: 1,
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  width: '100%',
  '& .MuiFormControl-root': { minWidth: 0, flex: 1 },
  '& .MuiInputLabel-root': visuallyHidden,
  ...cellControl,
} as const;

function SaveIfDirty({ label }: { label: string }) {
  return useFormIsDirty() ? <SaveButton label="parts.save" icon={null} size="small" aria-label={label} /> : null;
}
