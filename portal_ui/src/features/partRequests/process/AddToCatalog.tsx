import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { call } from '../../../api/http';
import type { PartRequest, RequestedPart } from '../../../api/partRequests';
import { SuggestedPictures } from '../../../core/files/ImageInput';
import { buildDraftKey, deleteDraft, readDraft, writeDraft } from '../../../core/forms/drafts';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { LazyDialog } from '../../../core/ui/LazyDialog';
import { buildPartRequestUpdate } from './partRequestUpdates';

const loadCreateRecordDialog = () => import('../../../core/forms/resource/CreateRecordDialog');

/** Return whether the item can still get the part: no other part, and open request. */
const canBeAdded = ({ requestedParts, process }: PartRequest, itemId: number, partId: number): boolean => {
  const currentItem = requestedParts.find(({ id }) => id === itemId);
  const isFree = currentItem?.partId === null || currentItem?.partId === partId;
  return isFree && process.actions.some(({ key, enabled }) => key === 'item_part' && enabled);
};

/** Button to create a catalog part from a proposed item and link the two. */
export function AddToCatalog({ item }: { item: RequestedPart }) {
  const translate = useTranslate();
  const { run, busy } = useProcessUpdater();
  const [open, setOpen] = useState(false);
  // The catalog rejects duplicates: remember a created part that is not linked yet, and link it on the next try.
  const draftKey = buildDraftKey('proposed item', item.id, 'part made of it');
  const link = (partId: number) =>
    run(buildPartRequestUpdate('setItemPart', { itemId: item.id, partId }), {
      successMessage: 'partRequest.catalogue.added',
      shouldRetryOnConflict: (latest) => canBeAdded(latest as PartRequest, item.id, partId),
      onSaved: () => deleteDraft(draftKey),
    });
  const add = () => {
    const partId = readDraft(draftKey)?.values.partId;
    if (typeof partId === 'number') void link(partId);
    else setOpen(true);
  };
  // A new part is orderable by default; offline, the form opens without this default.
  const categories = useQuery({
    queryKey: ['service-categories', 'PARTS'],
    queryFn: () => call<{ id: number }[]>('POST', '/api/v1/parts/fetch/service-categories', { body: ['PARTS'] }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: open,
  });
  return (
    <>
      <Button
        size="small"
        disabled={busy}
        onClick={add}
        aria-label={translate('partRequest.catalogue.addItem', { name: item.partName })}
      >
        {translate('partRequest.catalogue.add')}
      </Button>
      {open && !categories.isPending && (
        <SuggestedPictures value={item.images}>
          <LazyDialog
            load={loadCreateRecordDialog}
            name="parts"
            sourceId={item.id}
            initial={{ model: item.partName, serviceCategories: categories.data?.map(({ id }) => id) ?? [] }}
            onClose={() => setOpen(false)}
            onSaved={(part) => {
              writeDraft(draftKey, { partId: part.id });
              setOpen(false);
              void link(part.id);
            }}
          />
        </SuggestedPictures>
      )}
    </>
  );
}
