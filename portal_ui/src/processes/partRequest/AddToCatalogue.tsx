import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { useProcessSave } from '../../kernel/process/useRecordWriter';
import { itemPartWrite } from './calls';
import type { RequestedPart } from './types';

const NewPartDialog = lazy(() => import('./NewPartDialog'));

/** Makes a proposed item a part of the catalogue: the form of a new part, and the saved part becomes the item's. */
export function AddToCatalogue({ item }: { item: RequestedPart }) {
  const translate = useTranslate();
  const { run, busy } = useProcessSave();
  const [open, setOpen] = useState(false);
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
      {open && (
        <Suspense fallback={null}>
          <NewPartDialog
            name={item.partName}
            onClose={() => setOpen(false)}
            onSaved={(part) => {
              setOpen(false);
              void run(itemPartWrite(item.id, part.id), { done: translate('partRequest.catalogue.added') });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
