import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { FormExtras } from '../core/forms/resource/ResourceForm';
import { LazyDialog } from '../core/ui/LazyDialog';
import { getUserInputs } from '../features/users/userInputs';

const loadPredefinedServicesDialog = () => import('../features/parts/PredefinedServicesDialog');

/** Opens the choice of what a part supports. */
function PredefinedServicesButton(props: { partId: number; name: string }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{translate('parts.services.button')}</Button>
      {open && <LazyDialog load={loadPredefinedServicesDialog} {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const extrasByForm: Record<string, FormExtras> = {
  parts: {
    actions: (part) => <PredefinedServicesButton partId={part.id} name={`${part.manufacturer} ${part.model}`} />,
    // Its predefined services are chosen there.
    opensNew: true,
  },
  contacts: { inputs: getUserInputs('contacts'), alwaysEnableSave: true },
};

/** What forms have beyond what their fields declare. */
export const getFormExtras = (name: string): FormExtras => extrasByForm[name] ?? {};
