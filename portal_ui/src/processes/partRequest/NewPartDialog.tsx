import { useQuery } from '@tanstack/react-query';
import type { DeclaredRecord } from '../../kernel/form/formValues';
import NewRecordDialog from '../../kernel/form/NewRecordDialog';
import { call } from '../../server/http';

type Props = { name: string; onSaved: (part: DeclaredRecord) => void; onClose: () => void };

/** A new part of the proposed name, which can be ordered unless the form says otherwise. */
export default function NewPartDialog({ name, onSaved, onClose }: Props) {
  const { data, isPending } = useQuery({
    queryKey: ['service-categories', 'PARTS'],
    queryFn: () => call<{ id: number }[]>('POST', '/api/v1/parts/fetch/service-categories', { body: ['PARTS'] }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Where the line drops meanwhile, the form opens without the offer.
  if (isPending) return null;
  const serviceCategories = data?.map(({ id }) => id) ?? [];
  return <NewRecordDialog name="parts" initial={{ model: name, serviceCategories }} {...{ onSaved, onClose }} />;
}
