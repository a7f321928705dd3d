import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { call } from '../../server/http';
import { AutocompleteInput } from '../../shared/fields/choiceInputs';
import type { SupportForm } from './supportForm';

interface FoundClient {
  id: number;
  name: string;
  fullName: string | null;
}

/** How long after the last key the server is asked, and how many clients it answers at most (spec 3, section 9). */
const DEBOUNCE_MS = 500;
const MAX_CLIENTS = 1000;

/** The client that a service asks for: one of its own, found on the server by name, person or email address. */
export function ClientPicker() {
  const { setValue } = useFormContext<SupportForm>();
  const [client, clientName] = useWatch<SupportForm, ['client', 'clientName']>({ name: ['client', 'clientName'] });
  const [word, setWord] = useState('');
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['clients-to-choose', word],
    queryFn: ({ signal }) =>
      call<{ content: FoundClient[] }>('GET', '/api/v1/client/fetch-by-criteria', {
        query: { word, size: MAX_CLIENTS, page: 0 },
        signal,
      }),
    select: ({ content }) =>
      content.map(({ id, name, fullName }) => ({ key: String(id), name: fullName ? `${name} (${fullName})` : name })),
    placeholderData: keepPreviousData,
  });
  // What is chosen stays a choice where a later search, or none after a reload, does not find it.
  const isKnown = client === '' || found.some(({ key }) => key === client);
  return (
    <AutocompleteInput
      source="client"
      label="newRemoteSupport.forClient.label"
      helperText="newRemoteSupport.forClient.help"
      isRequired
      optionValue="key"
      choices={isKnown ? found : [{ key: client, name: clientName }, ...found]}
      // An emptied field is '' in the draft, not null.
      parse={(key: string | null) => key ?? ''}
      loading={isFetching}
      debounce={DEBOUNCE_MS}
      setFilter={setWord}
      // The server has matched them.
      matchSuggestion={() => true}
      onChange={(_, chosen) => setValue('clientName', (chosen as { name?: string } | null)?.name ?? '')}
    />
  );
}
