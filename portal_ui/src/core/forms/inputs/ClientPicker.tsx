import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { call } from '../../../api/http';
import type { Choice } from '../../../api/types';
import { AutocompleteArrayInput, AutocompleteInput } from './choiceInputs';

type Props = { source: string; label: string; helperText?: string };
type ClientsPage = { content: { id: number; name: string; fullName: string | null }[] };

/** Debounce of a search, and how many clients the server returns at most (spec 2, section 9). */
const DEBOUNCE_MS = 500;
const MAX_CLIENTS = 1000;

/**
 * One client, found on the server by name, person or email address. The form keeps the name of the chosen one at
 * `nameSource`: it outlives this field, whose next search may not find that client.
 */
export function ClientPicker({ nameSource, ...props }: Props & { nameSource: string; isRequired?: boolean }) {
  const { setValue } = useFormContext();
  const [key, name] = useWatch({ name: [props.source, nameSource] }) as [string, string];
  const search = useClientSearch(key ? [{ key, name }] : []);
  return (
    <AutocompleteInput<Choice>
      {...props}
      {...search}
      // An emptied field is '' in the form, not null.
      parse={(chosen: string | null) => chosen ?? ''}
      onChange={(_, client) => setValue(nameSource, client ? client.name : '')}
    />
  );
}

/** Several clients, found in the same way; each of them can be removed. The form keeps them at `choicesSource`. */
export function ClientsPicker({ choicesSource, ...props }: Props & { choicesSource: string }) {
  const { setValue } = useFormContext();
  const chosen = useWatch({ name: choicesSource }) as Choice[];
  const search = useClientSearch(chosen);
  return (
    <AutocompleteArrayInput<Choice>
      {...props}
      {...search}
      onChange={(_, clients) => setValue(choicesSource, clients)}
      disableCloseOnSelect
    />
  );
}

/** Searches clients as one types. What is chosen stays among the choices, also where the next search finds it no more. */
function useClientSearch(chosen: readonly Choice[]) {
  const [word, setWord] = useState('');
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['clients-to-choose', word],
    queryFn: ({ signal }) =>
      call<ClientsPage>('GET', '/api/v1/client/fetch-by-criteria', {
        query: { word, size: MAX_CLIENTS, page: 0 },
        signal,
      }),
    select: ({ content }) => content.map(toChoice),
    placeholderData: keepPreviousData,
  });
  const missing = chosen.filter(({ key }) => !found.some((each) => each.key === key));
  return {
    choices: [...missing, ...found],
    loading: isFetching,
    setFilter: setWord,
    debounce: DEBOUNCE_MS,
    // The server has matched them.
    matchSuggestion: () => true,
  };
}

const toChoice = ({ id, name, fullName }: ClientsPage['content'][number]): Choice => ({
  key: String(id),
  name: fullName ? `${name} (${fullName})` : name,
});
