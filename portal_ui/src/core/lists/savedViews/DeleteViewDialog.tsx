import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useViewCalls } from '../../../api/savedViews';
import type { SavedView } from '../../../api/types';
import { ProblemAlert } from '../../forms/SaveErrorAlert';
import { problemOf, type SaveProblem } from '../../forms/saveError';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useListScreen } from '../listScreen';

/** Asks before a view is deleted; what the list shows stays as it is. */
export function DeleteViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { name } = useListScreen().resource;
  const { remove, isPending } = useViewCalls(name);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const confirm = async () => {
    setProblem(null);
    try {
      await remove(view);
    } catch (error) {
      setProblem(problemOf(error));
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
      <ProblemAlert problem={problem} />
    </ConfirmDialog>
  );
}
