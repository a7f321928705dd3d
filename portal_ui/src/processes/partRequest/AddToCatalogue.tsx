import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { OfferedPictures } from '../../kernel/files/ImageInput';
import { LazyDialog } from '../../kernel/LazyDialog';
import { useProcessSave } from '../../kernel/process/useRecordWriter';
import { call } from '../../server/http';
import { itemPartWrite } from './calls';
import type { RequestedPart } from './types';

const loadDialog = () => import('../../kernel/form/NewRecordDialog');

/** Makes a proposed item a part of the catalogue: the form of a new part, and the saved part becomes the item's. */
export function AddToCatalogue({ item }: { item: RequestedPart }) {
  const translate = useTranslate();
  const { run, busy } = useProcessSave();
  const [open, setOpen] = useState(false);
  // A new part can be ordered unless the form says otherwise; without a line the form opens without that offer.
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
        onClick={() => setOpen(true)}
        aria-label={translate('partRequest.catalogue.addItem', { name: item.partName })}
      >
        {translate('partRequest.catalogue.add')}
      </Button>
      {open && !categories.isPending && (
        <OfferedPictures value={item.images}>
          <LazyDialog
            load={loadDialog}
            name="parts"
            madeFor={item.id}
            initial={{ model: item.partName, serviceCategories: categories.data?.map(({ id }) => id) ?? [] }}
            onClose={() => setOpen(false)}
            onSaved={(part) => {
              setOpen(false);
              void run(itemPartWrite(item.id, part.id), { done: 'partRequest.catalogue.added' });
            }}
          />
        </OfferedPictures>
      )}
    </>
  );
}
