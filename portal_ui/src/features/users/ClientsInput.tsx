import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRecordContext, useTranslate } from 'ra-core';
import type { Choice } from '../../api/types';
import { AutocompleteArrayInput } from '../../core/forms/inputs/choiceInputs';
import type { ResourceInputProps } from '../../core/forms/resource/ResourceInput';

/** Client autocomplete of a manager by name, person or email; a list if read-only. */
export function ClientsInput({ field, record }: ResourceInputProps) {
  const { key, label, help, choices, readOnly } = field;
  if (readOnly) return <Chosen label={label} choices={choices} keys={record?.[key]} />;
  return (
    <AutocompleteArrayInput
      source={key}
      label={label}
      helperText={help ?? false}
      choices={choices}
      optionText={<ClientOption />}
      inputText={({ name }: Choice) => name}
      matchSuggestion={matchesQuery}
      disableCloseOnSelect
    />
  );
}

/** Return whether a client matches the search. */
export function matchesQuery(typed: string, { name, hint }: Choice): boolean {
  return `${name} ${hint ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase());
}

function ClientOption() {
  const choice = useRecordContext<Choice & { id: string }>();
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
      {choice?.name}
      {choice?.hint && (
        <Typography variant="body2" component="span" sx={{ color: 'text.tertiary' }}>
          {choice.hint}
        </Typography>
      )}
    </Box>
  );
}

function Chosen({ label, choices, keys }: { label: string; choices: readonly Choice[]; keys: unknown }) {
  const translate = useTranslate();
  const chosen = choices.filter(({ key }) => Array.isArray(keys) && keys.includes(key));
  if (chosen.length === 0) {
    return <Typography sx={{ color: 'text.secondary' }}>{translate('users.manager.none')}</Typography>;
  }
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={(theme) => ({
        margin: 0,
        padding: 0,
        listStyle: 'none',
        border: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: `${theme.portal.cardRadius}px`,
        '& li': { paddingInline: 2, paddingBlock: 1.25, overflowWrap: 'anywhere' },
        '& li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      {chosen.map(({ key, name }) => (
        <li key={key}>{name}</li>
      ))}
    </Box>
  );
}
