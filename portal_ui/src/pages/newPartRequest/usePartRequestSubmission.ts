import { useQueryClient } from '@tanstack/react-query';
import type { FieldPath } from 'react-hook-form';
import { useMissingFiles } from '../../kernel/creation/useMissingFiles';
import { useSubmission } from '../../kernel/creation/useSubmission';
import type { PartyForm } from '../../kernel/shipping/values';
import type { PartRequest } from '../../processes/partRequest/types';
import { itemsBody, mapServerErrors } from './items';
import type { PartRequestForm } from './usePartRequestForm';

/** Sends the items, with contact and address where a new request is made. */
export function usePartRequestSubmission(state: PartRequestForm, target: PartRequest | null) {
  const client = useQueryClient();
  const { draft, form, latest, setItemErrors } = state;
  const missing = useMissingFiles(
    draft,
    () =>
      latest.current.flatMap(({ name, images }) =>
        images.map((image) => ({ id: image.id, label: `${image.name} (${name})` })),
      ),
    state.removeImages,
  );
  const submission = useSubmission<unknown, object, { id: number; requestId: string }>({
    draft,
    missing,
    method: 'POST',
    path: '/api/v1/parts/new-part-request-items',
    query: target ? { partRequestId: target.id, version: target.version } : {},
    body: () => {
      setItemErrors(new Map());
      return { ...(target ? {} : form.getValues()), parts: itemsBody(latest.current) };
    },
    createdOf: ({ id, requestId }) => ({ id, number: requestId }),
    place: ({ fields }) => {
      const { items, party, loose } = mapServerErrors(fields, latest.current);
      setItemErrors(items);
      party.forEach(({ path, message }, index) => {
        form.setError(path as FieldPath<PartyForm>, { type: 'server', message }, { shouldFocus: index === 0 });
      });
      return { count: items.size + party.length, loose };
    },
    clear: state.clear,
    // Another version: the next try goes to the request as it is now.
    onRefused: () => void client.invalidateQueries({ queryKey: ['process', 'partRequest', target?.id] }),
    sentWord: target ? 'newPartRequest.added' : 'newPartRequest.sent',
    next: target ? `process-part-request/${target.id}` : 'part-request/list',
  });
  return { missing, submission };
}
