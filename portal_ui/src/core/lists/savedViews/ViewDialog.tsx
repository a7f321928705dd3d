import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { BooleanInput, TextInput } from 'react-admin';
import { getChoiceName, useMeta } from '../../../api/meta';
import { useViewMutations } from '../../../api/savedViews';
import type { SavedView, ViewState } from '../../../api/types';
import { PortalFormDialog } from '../../forms/FormDialog';
import type { PortalFormProps } from '../../forms/PortalForm';
import { type SaveError, toSaveError } from '../../forms/saveError';
import { useIdempotencyKey } from '../../forms/useIdempotencyKey';
import { maxLength, required } from '../../forms/validators';
import { useListScreen } from '../listScreen';

const MAX_NAME_LENGTH = 80;
const rules = [required, maxLength(MAX_NAME_LENGTH)];

type ViewForm = { name: string; shared: boolean; isDefault: boolean };

type Props = {
  /** Edited view; undefined for a new one. */
  view: SavedView | undefined;
  /** Current state of the list, saved with a new view. */
  currentState: ViewState;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
};

/** Dialog for the name, sharing and default setting of a view. */
export function ViewDialog({ view, currentState, onSaved, onClose }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const { role, choices } = useMeta();
  const { name: list } = useListScreen().resource;
  const { add, change, openWith } = useViewMutations(list);
  const [keyOf] = useIdempotencyKey();
  const [problem, setProblem] = useState<SaveError | null>(null);
  const { name = '', shared = false, isDefault = false } = view ?? {};
  const save: PortalFormProps<ViewForm>['onSave'] = async ({ isDefault: opens, ...written }, { applyServerErrors }) => {
    setProblem(null);
    const body = { ...written, state: view?.state ?? currentState };
    try {
      const saved = view ? await change(view, body) : await add(body, keyOf(body));
      if (opens !== isDefault) await openWith(saved, opens);
      onSaved(saved);
    } catch (error) {
      setProblem(toSaveError(error, applyServerErrors(error)));
      return;
    }
    notify('lists.savedViews.saved', { type: 'success', messageArgs: { name: written.name } });
    onClose();
  };

  return (
    <PortalFormDialog
      title={translate(view ? 'lists.savedViews.editTitle' : 'lists.savedViews.addTitle', { name })}
      submitLabel={translate('lists.savedViews.save')}
      maxWidth="xs"
      form={{ values: { name, shared, isDefault }, mode: 'onSubmit', onSave: save }}
      disabled={(_, { dirty }) => !dirty}
      problem={problem}
      onClose={onClose}
    >
      <TextInput source="name" label="lists.savedViews.name" validate={rules} autoFocus />
      <BooleanInput
        source="shared"
        label={translate('lists.savedViews.share', { role: getChoiceName(choices.roles, view?.role ?? role) })}
        helperText="lists.savedViews.shareHelp"
      />
      <BooleanInput source="isDefault" label="lists.savedViews.default" />
    </PortalFormDialog>
  );
}
