import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEvent, useTranslate } from 'ra-core';
import { type FormEvent, type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { DraftNote } from './DraftNote';
import { LeaveDialog } from './LeaveDialog';
import { ProblemAlert } from './ProblemAlert';
import type { SaveProblem } from './problem';
import { UnsavedForms, UnsavedProvider, useUnsavedForm } from './unsavedForms';
import type { DialogDraft } from './useDialogDraft';
import { onSubmitShortcut } from './useSubmitShortcut';

interface FormDialogProps {
  title: string;
  /** Something is typed that closing would lose: it asks first. Forms in `children` may tell so by `useUnsavedForm`. */
  dirty?: boolean;
  /** It is on its way: neither closed nor sent again. */
  busy?: boolean;
  /** Something is missing that must be there to send it. */
  disabled?: boolean;
  onSubmit?: () => unknown;
  /** The id of the form in `children`, where they bring one of their own for the button to submit. */
  formId?: string;
  submitLabel: string;
  onClose: () => void;
  /** What was typed comes back when the dialog is opened again, unless it is given up. */
  draft?: DialogDraft;
  /** Why the last try failed. */
  problem?: SaveProblem | null;
  /** At the left of the buttons. */
  start?: ReactNode;
  maxWidth?: 'xs' | 'sm' | 'md';
  children: ReactNode;
}

/** A form in a dialog: Enter or Ctrl+Enter sends it; Escape, a click beside and Cancel ask before they lose input. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    draft,
    dirty = draft?.dirty ?? false,
    busy = false,
    disabled = false,
    onSubmit,
    formId,
    submitLabel,
    onClose,
  } = props;
  const { problem = null, start, maxWidth = 'sm', children } = props;
  const translate = useTranslate();
  const titleId = useId();
  // Forms below enter themselves here, not at the page: Cancel asks for them alone.
  const [forms] = useState(() => new UnsavedForms());
  const anyDirty = useSyncExternalStore(forms.subscribe, forms.anyDirty) || dirty;
  // Neither is the page left without a word while it holds something: Back would take the dialog away, too.
  const discard = useEvent(() => {
    forms.discardAll();
    draft?.end();
    onClose();
  });
  useUnsavedForm({ dirty: anyDirty, discard });
  const [asks, setAsks] = useState(false);
  const close = () => (anyDirty ? setAsks(true) : onClose());
  const submit = () => {
    if (!busy && !disabled) void onSubmit?.();
  };
  return (
    <UnsavedProvider value={forms}>
      <Dialog open onClose={busy ? undefined : close} aria-labelledby={titleId} maxWidth={maxWidth} fullWidth>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <Box
          {...(formId === undefined
            ? {
                component: 'form',
                noValidate: true,
                onKeyDown: onSubmitShortcut(submit),
                onSubmit: (event: FormEvent) => {
                  event.preventDefault();
                  // A dialog's form is no part of the page's.
                  event.stopPropagation();
                  submit();
                },
              }
            : {})}
          sx={{ display: 'contents' }}
        >
          <DialogContent sx={{ display: 'grid', gap: 2, '&&': { paddingTop: 1 } }}>
            {draft && <DraftNote form={draft} />}
            {children}
            <ProblemAlert problem={problem} />
          </DialogContent>
          <DialogActions>
            {start && <Box sx={{ marginInlineEnd: 'auto', flexBasis: { xs: '100%', sm: 'auto' } }}>{start}</Box>}
            <Button variant="text" onClick={close} disabled={busy}>
              {translate('shared.cancel')}
            </Button>
            <Button type="submit" form={formId} variant="contained" color="primary" disabled={disabled} loading={busy}>
              {submitLabel}
            </Button>
          </DialogActions>
        </Box>
      </Dialog>
      <LeaveDialog open={asks} onStay={() => setAsks(false)} onDiscard={discard} />
    </UnsavedProvider>
  );
}
