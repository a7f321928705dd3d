import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { FormExtras } from '../core/forms/resource/ResourceForm';
import { LazyDialog } from '../core/ui/LazyDialog';
import { inputsOf } from '../features/users/userInputs';

const loadDialog = () => import('../features/parts/PredefinedServicesDialog');

/** Opens the choice of what a part supports. */
function PredefinedServices(props: { partId: number; name: string }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{translate('parts.services.button')}</Button>
      {open && <LazyDialog load={loadDialog} {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const extras: Record<string, FormExtras> = {
  parts: {
    actions: (part) => <PredefinedServices partId={part.id} name={`${part.manufacturer} ${part.model}`} />,
    // Its predefined services are chosen there.
    opensNew: true,
  },
  contacts: { inputs: inputsOf('contacts'), alwaysEnableSave: true },
};

/** What forms have beyond what their fields declare. */
export const formExtrasOf = (name: string): FormExtras => extras[name] ?? {};
