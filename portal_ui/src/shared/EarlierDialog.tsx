import { useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from './ConfirmDialog';
import { usePath } from './links';

export interface Created {
  id: number;
  number: string;
}

interface EarlierDialogProps {
  created: Created | null;
  /** Where what was created is read, and the list it stands in. */
  record: string;
  list: string;
}

/** Tells that an earlier try had arrived, without what was changed after it. */
export function EarlierDialog({ created, record, list }: EarlierDialogProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = usePath();
  if (!created) return null;
  return (
    <ConfirmDialog
      open
      title={translate('shared.earlier.title', { number: created.number })}
      confirmLabel={translate('shared.earlier.open', { number: created.number })}
      cancelLabel={translate('shared.earlier.list')}
      onConfirm={() => void navigate(path(`${record}/${created.id}`))}
      onClose={() => void navigate(path(list))}
    >
      {translate('shared.earlier.text')}
    </ConfirmDialog>
  );
}
