import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useViewMutations } from '../../../api/savedViews';
import type { SavedView } from '../../../api/types';
import { SaveErrorAlert } from '../../forms/SaveErrorAlert';
import { type SaveError, toSaveError } from '../../forms/saveError';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useListScreen } from '../listScreen';

/** Confirmation dialog to delete a view; the list keeps its state. */
export function DeleteViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { name } = useListScreen().resource;
  const { remove, isPending } = useViewMutations(name);
  const [problem, setProblem] = useState<SaveError | null>(null);
  const confirm = async () => {
    setProblem(null);
    try {
      await remove(view);
    } catch (error) {
      setProblem(toSaveError(error));
      return;
    }
    notify('lists.savedViews.deleted', { type: 'success', messageArgs: { name: view.name } });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      danger
      busy={isPending}
      title={translate('lists.savedViews.deleteTitle', { name: view.name })}
      confirmLabel={translate('lists.savedViews.deleteConfirm')}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {translate(view.shared ? 'lists.savedViews.deleteSharedText' : 'lists.savedViews.deleteText')}
      <SaveErrorAlert problem={problem} />
    </ConfirmDialog>
  );
}
