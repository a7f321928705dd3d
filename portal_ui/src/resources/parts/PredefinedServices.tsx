import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';

const PredefinedServicesDialog = lazy(() => import('./PredefinedServicesDialog'));

/** Opens the choice of what a part supports. */
export function PredefinedServices({ partId, name }: { partId: number; name: string }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{translate('parts.services.button')}</Button>
      {open && (
        <Suspense fallback={null}>
          <PredefinedServicesDialog partId={partId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
