import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Row } from '../../kernel/list/rows';
import { useNotifyError } from '../../server/errorMessage';
import { call } from '../../server/http';
import { choiceName, useResourceMeta } from '../../server/meta';

const sameKeys = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((key) => other.includes(key));

/** What a part can be asked for, with a Save of its own; what was chosen stays when the server refuses. */
export default function ServiceCategoriesCell({ row, name }: { row: Row; name: string }) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const notify = useNotify();
  const client = useQueryClient();
  const choices = useResourceMeta('parts')?.form?.fields.find(({ key }) => key === 'serviceCategories')?.choices ?? [];
  const known = Array.isArray(row.serviceCategories) ? row.serviceCategories.map(String) : [];
  const [chosen, setChosen] = useState<string[] | null>(null);
  const shown = chosen ?? known;
  const changed = !sameKeys(shown, known);

  const save = useMutation({
    mutationFn: () =>
      call('PUT', '/api/v1/parts/update-service-category-part-mapping', {
        query: { partId: row.id },
        body: shown.map(Number),
      }),
    onSuccess: async () => {
      notify('parts.categoriesSaved', { type: 'success', messageArgs: { name } });
      await client.invalidateQueries({ queryKey: ['parts'] });
      setChosen(null);
    },
    onError: notifyError,
  });

  return (
    // Above the row's own link.
    <Box
      sx={{
        position: 'relative',
        zIndex: 1,
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        width: '100%',
      }}
    >
      <Select<string[]>
        multiple
        displayEmpty
        size="small"
        value={shown}
        disabled={save.isPending}
        onChange={({ target: { value } }) => setChosen(typeof value === 'string' ? value.split(',') : value)}
        renderValue={(keys) =>
          keys.map((key) => choiceName(choices, key)).join(', ') || translate('parts.noCategories')
        }
        input={<OutlinedInput size="small" />}
        SelectDisplayProps={{ 'aria-label': translate('parts.categoriesOf', { name }) }}
        sx={{ flex: 1, minWidth: 0 }}
      >
        {choices.map((choice) => (
          <MenuItem key={choice.key} value={choice.key} dense>
            <Checkbox size="small" checked={shown.includes(choice.key)} tabIndex={-1} disableRipple />
            {choice.name}
          </MenuItem>
        ))}
      </Select>
      {changed && (
        <Button
          size="small"
          variant="contained"
          color="primary"
          loading={save.isPending}
          aria-label={translate('parts.saveOf', { name })}
          onClick={() => save.mutate()}
        >
          {translate('parts.save')}
        </Button>
      )}
    </Box>
  );
}
