import CloseIcon from '@mui/icons-material/Close';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useDebounced } from '../../kernel/list/useDebounced';
import { call } from '../../server/http';
import { FieldFrame } from '../../shared/fields/FieldFrame';
import type { Organisation } from './profile';

export type ClientsForm = { clients: Organisation[] };
type Found = Organisation & { fullName: string | null };

const PAGE = 1000;
const SEARCH_DEBOUNCE = 500;

/** Clients found by the word in their name, their first user's name or e-mail. */
function useFound(word: string, enabled: boolean) {
  return useQuery({
    queryKey: ['organisations', 'search', word],
    queryFn: ({ signal }) =>
      call<{ content: Found[] }>('GET', '/api/v1/client/fetch-by-criteria', { query: { size: PAGE, word }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** A list of Clients: one is found by typing and added, each can be taken off. */
export function ClientsField() {
  const translate = useTranslate();
  const { field, fieldState } = useController<ClientsForm, 'clients'>({ name: 'clients' });
  const [open, setOpen] = useState(false);
  const [word, setWord] = useState('');
  const [typed, setTyped] = useDebounced(word, SEARCH_DEBOUNCE, setWord);
  const { data, isFetching } = useFound(word.trim().slice(0, 200), open);
  const chosen = new Set(field.value.map(({ id }) => id));
  const options = (data?.content ?? []).filter(({ id }) => !chosen.has(id));
  const waiting = isFetching || typed !== word;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FieldFrame
        label={translate('users.manager.add')}
        error={fieldState.error?.message}
        help={translate('users.manager.addHelp')}
      >
        {(ids) => (
          <Autocomplete<Found>
            id={ids.id}
            open={open}
            onOpen={() => setOpen(true)}
            onClose={() => setOpen(false)}
            options={waiting && options.length === 0 ? [] : options}
            loading={waiting}
            value={null}
            inputValue={typed}
            onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
            onChange={(_, client) => {
              if (client) field.onChange([...field.value, { id: client.id, name: client.name }]);
            }}
            filterOptions={(found) => found}
            getOptionLabel={({ name }) => name}
            getOptionKey={({ id }) => id}
            renderOption={({ key, ...option }, { name, fullName }) => (
              <Box component="li" key={key} {...option} sx={{ columnGap: 1, flexWrap: 'wrap' }}>
                {name}
                {fullName && (
                  <Typography variant="body2" component="span" sx={{ color: 'text.tertiary' }}>
                    {fullName}
                  </Typography>
                )}
              </Box>
            )}
            blurOnSelect={false}
            clearOnBlur
            noOptionsText={translate('shared.noMatch')}
            loadingText={translate('shared.loading')}
            openText={translate('shared.open')}
            closeText={translate('shared.close')}
            clearText={translate('shared.clear')}
            renderInput={({ slotProps, ...input }) => (
              <OutlinedInput
                {...slotProps.input}
                id={input.id}
                fullWidth
                inputRef={field.ref}
                inputProps={{
                  ...slotProps.htmlInput,
                  autoComplete: 'off',
                  'aria-describedby': ids['aria-describedby'],
                }}
              />
            )}
          />
        )}
      </FieldFrame>
      <Chosen clients={field.value} onRemove={(id) => field.onChange(field.value.filter((one) => one.id !== id))} />
    </Box>
  );
}

/** The Clients of a list; with a button for each where they can be taken off. */
export function Chosen({ clients, onRemove }: { clients: readonly Organisation[]; onRemove?: (id: number) => void }) {
  const translate = useTranslate();
  if (clients.length === 0) {
    return <Typography sx={{ color: 'text.secondary' }}>{translate('users.manager.none')}</Typography>;
  }
  return (
    <Box
      component="ul"
      aria-label={translate('users.field.clients')}
      tabIndex={clients.length > 8 ? 0 : undefined}
      sx={(theme) => ({
        maxHeight: 320,
        overflowY: 'auto',
        margin: 0,
        padding: 0,
        listStyle: 'none',
        border: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: `${theme.portal.cardRadius}px`,
        '& li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      {clients.map(({ id, name }) => (
        <Box
          component="li"
          key={id}
          sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 44, paddingInline: 2, paddingBlock: 0.5 }}
        >
          <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {name}
          </Box>
          {onRemove && (
            <IconButton
              size="small"
              edge="end"
              aria-label={translate('users.manager.remove', { name })}
              onClick={() => onRemove(id)}
            >
              <CloseIcon />
            </IconButton>
          )}
        </Box>
      ))}
    </Box>
  );
}
