import { useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { usePath } from '../../shared/links';
import type { Created } from './useSubmit';

/** Tells that an earlier try had arrived, without what was changed after it. */
export function EarlierDialog({ created }: { created: Created | null }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = usePath();
  if (!created) return null;
  return (
    <ConfirmDialog
      open
      title={translate('newRepair.earlier.title', { number: created.number })}
      confirmLabel={translate('newRepair.earlier.open', { number: created.number })}
      cancelLabel={translate('newRepair.earlier.list')}
      onConfirm={() => void navigate(path(`process-repair/${created.id}`))}
      onClose={() => void navigate(path('active-repairs'))}
    >
      {translate('newRepair.earlier.text')}
    </ConfirmDialog>
  );
}
