import { useTranslate } from 'ra-core';
import { useCreationDraft } from '../../kernel/creation/creationDraft';
import { useCreation } from '../../kernel/creation/useCreation';
import { useDraftedForm } from '../../kernel/creation/useDraftedForm';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import type { ContactValues } from '../../kernel/shipping/values';
import { blankForm, formPathOf, readStored, type SupportForm, supportBodyOf, supportProblems } from './supportForm';

/** The form, its draft and its way to the server; the contact is offered from the profile. */
export function useSupportRequest(contact: ContactValues | undefined, uploading: boolean) {
  const translate = useTranslate();
  const draft = useCreationDraft('newRemoteSupport', 0, readStored);
  const { form, untouched, clear } = useDraftedForm<SupportForm, SupportForm>({
    draft,
    blank: blankForm(contact),
    found: draft.found,
    contentOf: (values) => values,
    problemsOf: supportProblems,
  });
  const left = Object.keys(supportProblems(form.getValues())).length;
  const judged = !untouched || form.formState.isSubmitted;
  const creation = useCreation({
    draft,
    clear,
    untouched,
    lacks: judged && left > 0 ? translate('creation.reason.fields', { smart_count: left }) : null,
    uploads: { sending: uploading ? 1 : 0, failed: 0 },
    judge: (review) => void form.handleSubmit(review)(),
    files: () => form.getValues('attachments').map(({ id, name }) => ({ id, label: name })),
    removeFiles: (gone) => {
      const kept = form.getValues('attachments').filter(({ id }) => !gone.has(id));
      form.setValue('attachments', kept);
    },
    method: 'PUT',
    path: '/api/v1/support/save',
    body: () => supportBodyOf(form.getValues()),
    place: (error) => {
      const { placed, loose } = applyServerErrors(form, error, formPathOf);
      return { count: Object.keys(placed).length, loose };
    },
    sentWord: 'newRemoteSupport.sent',
    next: 'remote-support/list',
  });
  return { form, creation };
}
