import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { BooleanInput, TextInput } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { choiceName, useMeta } from '../../../server/meta';
import { useViewCalls } from '../../../server/savedViews';
import type { SavedView, ViewState } from '../../../server/types';
import { FormDialog } from '../../saving/FormDialog';
import { problemOf, type SaveProblem } from '../../saving/problem';
import { maxLength, required } from '../../saving/rules';
import { applyServerErrors } from '../../saving/serverErrors';
import { useIdempotencyKey } from '../../saving/useIdempotencyKey';
import { useListScreen } from '../listScreen';

const longestName = 80;
const rules = [required, maxLength(longestName)];

type Props = {
  /** The view that is edited; none: a new one. */
  view: SavedView | undefined;
  /** What the list shows now. */
  now: ViewState;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
};

/** The name of a view, whom it is for, and whether the list opens with it. */
export function ViewDialog({ view, now, onSaved, onClose }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const { role, choices } = useMeta();
  const { name: list } = useListScreen().resource;
  const { add, change, openWith } = useViewCalls(list);
  const [keyOf] = useIdempotencyKey();
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const { name = '', shared = false, isDefault = false } = view ?? {};
  const form = useForm({ defaultValues: { name, shared, isDefault } });
  const { isDirty, isSubmitting } = form.formState;

  const save = form.handleSubmit(async ({ isDefault: opens, ...written }) => {
    setProblem(null);
    const body = { ...written, state: view?.state ?? now };
    try {
      const saved = view ? await change(view, body) : await add(body, keyOf(body));
      if (opens !== isDefault) await openWith(saved, opens);
      onSaved(saved);
    } catch (error) {
      setProblem(problemOf(error, applyServerErrors(form, error)));
      return;
    }
    notify('lists.savedViews.saved', { type: 'success', messageArgs: { name: written.name } });
    onClose();
  });

  return (
    <FormDialog
      title={translate(view ? 'lists.savedViews.editTitle' : 'lists.savedViews.addTitle', { name })}
      submitLabel={translate('lists.savedViews.save')}
      maxWidth="xs"
      dirty={isDirty}
      busy={isSubmitting}
      problem={problem}
      onSubmit={save}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <TextInput source="name" label="lists.savedViews.name" validate={rules} autoFocus />
        <BooleanInput
          source="shared"
          label={translate('lists.savedViews.share', { role: choiceName(choices.roles, view?.role ?? role) })}
          helperText="lists.savedViews.shareHelp"
        />
        <BooleanInput source="isDefault" label="lists.savedViews.default" />
      </FormProvider>
    </FormDialog>
  );
}
