import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { call } from '../../../api/http';
import type { Choice } from '../../../api/types';
import { AutocompleteArrayInput, AutocompleteInput } from './choiceInputs';

type Props = { source: string; label: string; helperText?: string };
type ClientsPage = { content: { id: number; name: string; fullName: string | null }[] };

/** Debounce of the search, and its maximum of clients (spec 2, section 9). */
const DEBOUNCE_MS = 500;
const MAX_CLIENTS = 1000;

/**
 * Select of one client, searched on the server by name, person or email address. The form stores the name of the client
 * at `nameSource`, as later searches may not return this client.
 */
export function ClientPicker({
  nameSource,
  ...props
}: Props & { nameSource: string; placeholder?: string; isRequired?: boolean }) {
  const { setValue } = useFormContext();
  const [key, name] = useWatch({ name: [props.source, nameSource] }) as [string, string];
  const search = useClientSearch(key ? [{ key, name }] : []);
  return (
    <AutocompleteInput<Choice>
      {...props}
      {...search}
      // The form value of an empty field is '', not null.
      parse={(chosen: string | null) => chosen ?? ''}
      onChange={(_, client) => setValue(nameSource, client ? client.name : '')}
    />
  );
}

/** Select of several clients, with the same search. The form stores their choices at `choicesSource`. */
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

/** Return the input props of a client search. Selected clients stay choices, even if a search does not return them. */
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
    // The server filters the choices.
    matchSuggestion: () => true,
  };
}

const toChoice = ({ id, name, fullName }: ClientsPage['content'][number]): Choice => ({
  key: String(id),
  name: fullName ? `${name} (${fullName})` : name,
});
