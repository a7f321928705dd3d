import { useMissingFiles } from '../../kernel/creation/useMissingFiles';
import { useSubmission } from '../../kernel/creation/useSubmission';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import { formPathOf, supportBodyOf } from './supportForm';
import type { SupportFormState } from './useSupportForm';

/** Sends the form of a remote support request. */
export function useSupportSubmission({ form, draft, clear }: SupportFormState) {
  const missing = useMissingFiles(
    draft,
    () => form.getValues('attachments').map(({ id, name }) => ({ id, label: name })),
    (gone) =>
      form.setValue(
        'attachments',
        form.getValues('attachments').filter(({ id }) => !gone.has(id)),
      ),
  );
  const submission = useSubmission<unknown, object, { id: number; requestId: string }>({
    draft,
    missing,
    method: 'PUT',
    path: '/api/v1/support/save',
    body: () => supportBodyOf(form.getValues()),
    createdOf: ({ id, requestId }) => ({ id, number: requestId }),
    place: (error) => {
      const { placed, loose } = applyServerErrors(form, error, formPathOf);
      return { count: Object.keys(placed).length, loose };
    },
    clear,
    sentWord: 'newRemoteSupport.sent',
    next: 'remote-support/list',
  });
  return { missing, submission };
}
