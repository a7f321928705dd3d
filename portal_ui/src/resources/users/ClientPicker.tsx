import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../server/http';
import type { Choice } from '../../server/types';
import { AutocompleteArrayInput, AutocompleteInput } from '../../shared/fields/choiceInputs';

type Props = { source: string; label: string; helperText?: string };
type Found = { content: { id: number; name: string; fullName: string | null }[] };

/** How long after the last key a search is sent (spec 2, section 9). */
const debounce = 500;

/** One client, found on the server by name, person or email address. */
export function ClientPicker(props: Props) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const search = useClientSearch(chosen ? [chosen] : []);
  return <AutocompleteInput<Choice> {...props} {...search} onChange={(_, client) => setChosen(client || null)} />;
}

/** Several clients, found in the same way; each of them can be removed. */
export function ClientsPicker(props: Props) {
  const [chosen, setChosen] = useState<Choice[]>([]);
  const search = useClientSearch(chosen);
  return (
    <AutocompleteArrayInput<Choice>
      {...props}
      {...search}
      onChange={(_, clients) => setChosen(clients)}
      disableCloseOnSelect
    />
  );
}

/** Searches clients as one types. What is chosen stays among the choices, also where the next search finds it no more. */
function useClientSearch(chosen: readonly Choice[]) {
  const [word, setWord] = useState('');
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['clients-to-join', word],
    queryFn: ({ signal }) =>
      call<Found>('GET', '/api/v1/client/fetch-by-criteria', { query: { word, size: 1000, page: 0 }, signal }),
    select: ({ content }) => content.map(choiceOf),
    placeholderData: keepPreviousData,
  });
  const missing = chosen.filter(({ key }) => !found.some((each) => each.key === key));
  return {
    choices: [...missing, ...found],
    loading: isFetching,
    setFilter: setWord,
    debounce,
    // The server has matched them.
    matchSuggestion: () => true,
  };
}

const choiceOf = ({ id, name, fullName }: Found['content'][number]): Choice => ({
  key: String(id),
  name: fullName ? `${name} (${fullName})` : name,
});
