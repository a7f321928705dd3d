import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEvent, useTranslate } from 'ra-core';
import { type FormEvent, type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { type FieldValues, useFormState, useWatch } from 'react-hook-form';
import { RestoredDraftAlert } from './DraftAlerts';
import { LeaveDialog } from './LeaveDialog';
import { PortalForm, type PortalFormProps, usePortalFormContext } from './PortalForm';
import { SaveErrorAlert } from './SaveErrorAlert';
import type { SaveError } from './saveError';
import { UnsavedForms, UnsavedProvider, useUnsavedForm } from './unsavedForms';
import { onSubmitShortcut } from './useSubmitShortcut';

interface ShellProps {
  title: string;
  /** Subtitle: the subject of the dialog. */
  subtitle?: string | undefined;
  /** Ask for confirmation before closing. Forms in `children` register by `useUnsavedForm` instead. */
  dirty?: boolean;
  /** True while a request is in progress: the dialog neither closes nor submits. */
  busy?: boolean;
  submitLabel: string;
  onClose: () => void;
  /** Error of the last submit. */
  problem?: SaveError | null;
  /** Content at the start of the dialog actions. */
  start?: ReactNode;
  /** Status in front of the buttons. */
  status?: ReactNode;
  /** True if closing discards nothing: a close icon replaces the Cancel button. */
  hasCloseIcon?: boolean;
  /** Maximum width; `md` is full screen on phones. */
  maxWidth?: 'xs' | 'sm' | 'md';
  children: ReactNode;
}

interface FormDialogProps extends ShellProps {
  /** True while required values are missing. */
  disabled?: boolean;
  onSubmit: () => unknown;
}

/** Dialog with a form whose state is kept by the caller. Closing with unsaved changes asks for confirmation. */
export function FormDialog({ onSubmit, ...props }: FormDialogProps) {
  const { busy = false, disabled = false } = props;
  const submit = () => {
    if (!busy && !disabled) void onSubmit();
  };
  return (
    <DialogShell {...props}>
      {(body) => (
        <Box
          component="form"
          noValidate
          onKeyDown={onSubmitShortcut(submit)}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            // React events bubble through portals: do not submit a form of the page.
            event.stopPropagation();
            submit();
          }}
          sx={{ display: 'contents' }}
        >
          {body({ busy, disabled, content: props.children })}
        </Box>
      )}
    </DialogShell>
  );
}

interface PortalFormDialogProps<T extends FieldValues> extends ShellProps {
  form: Omit<PortalFormProps<T>, 'children'>;
  /** True while required values are missing. */
  disabled?: boolean | ((values: T, form: { dirty: boolean; isValid: boolean }) => boolean);
}

/** Dialog with a PortalForm. Its draft is restored on reopening, unless discarded. */
export function PortalFormDialog<T extends FieldValues>({ form, disabled, ...props }: PortalFormDialogProps<T>) {
  const { busy = false } = props;
  const save: typeof form.onSave = (values, edited) => (busy ? undefined : form.onSave(values, edited));
  return (
    <DialogShell {...props}>
      {(body) => (
        <PortalForm<T> {...form} onSave={save}>
          <DialogForm<T> disabled={disabled} busy={busy} body={body} content={props.children} />
        </PortalForm>
      )}
    </DialogShell>
  );
}

interface BodyOptions {
  busy: boolean;
  disabled: boolean;
  content: ReactNode;
}

type Body = (options: BodyOptions) => ReactNode;

type DialogFormProps<T extends FieldValues> = Pick<PortalFormDialogProps<T>, 'disabled'> & {
  busy: boolean;
  body: Body;
  content: ReactNode;
};

function DialogForm<T extends FieldValues>({ disabled = false, busy, body, content }: DialogFormProps<T>) {
  const edited = usePortalFormContext<T>();
  const values = useWatch() as T;
  const { isSubmitting, isValid } = useFormState();
  const { dirty } = edited;
  const isSending = busy || isSubmitting;
  const isDisabled = typeof disabled === 'function' ? disabled(values, { dirty, isValid }) : disabled;
  const submit = (element: Element) => {
    if (!isSending && !isDisabled) element.closest('form')?.requestSubmit();
  };
  return (
    <Box onKeyDown={onSubmitShortcut(submit)} sx={{ display: 'contents' }}>
      {body({
        busy: isSending,
        disabled: isDisabled,
        content: (
          <>
            <RestoredDraftAlert form={edited} />
            {content}
          </>
        ),
      })}
    </Box>
  );
}

type DialogShellProps = Omit<ShellProps, 'children'> & { children: (body: Body) => ReactNode };

function DialogShell(props: DialogShellProps) {
  const { title, dirty = false, busy = false, submitLabel, onClose } = props;
  const { problem = null, start, status, hasCloseIcon = false, subtitle, maxWidth = 'sm', children } = props;
  const translate = useTranslate();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const titleId = useId();
  // Forms inside register here and not with the page, so that Cancel asks about them only.
  const [forms] = useState(() => new UnsavedForms());
  const isAnyDirty = useSyncExternalStore(forms.subscribe, forms.anyDirty) || dirty;
  // Register with the page, too, as Back would close the dialog without confirmation.
  const discard = useEvent(() => {
    forms.discardAll();
    onClose();
  });
  // The state of the dialog itself, such as running uploads, is not in a draft.
  const keepsDraft = useSyncExternalStore(forms.subscribe, forms.allKeepDrafts) && !dirty;
  useUnsavedForm({ dirty: isAnyDirty, discard, keepsDraft });
  const [isConfirming, setConfirming] = useState(false);
  const close = () => (isAnyDirty ? setConfirming(true) : onClose());
  return (
    <UnsavedProvider value={forms}>
      <Dialog
        open
        onClose={busy ? undefined : close}
        aria-labelledby={titleId}
        maxWidth={maxWidth}
        fullScreen={isPhone && maxWidth === 'md'}
        fullWidth
      >
        <Box sx={{ display: 'flex', alignItems: 'start' }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <DialogTitle id={titleId} sx={subtitle ? { paddingBottom: 0 } : {}}>
              {title}
            </DialogTitle>
            {subtitle && (
              <Typography sx={{ color: 'text.secondary', paddingInline: 3, paddingBottom: 1 }}>{subtitle}</Typography>
            )}
          </Box>
          {hasCloseIcon && (
            <IconButton
              aria-label={translate('shared.close')}
              onClick={close}
              sx={{ width: 44, height: 44, marginTop: 1.25, marginInlineEnd: 1.5 }}
            >
              <CloseIcon />
            </IconButton>
          )}
        </Box>
        {children(({ busy: isSending, disabled, content }) => (
          <>
            <DialogContent sx={{ display: 'grid', gap: 2, '&&': { paddingTop: 1 } }}>
              {content}
              <SaveErrorAlert problem={problem} />
            </DialogContent>
            <DialogActions
              // The rows of a wide dialog end at a line, or a row that is cut there would look misplaced.
              sx={(theme) =>
                maxWidth === 'md' ? { paddingBlock: 1.5, borderTop: `1px solid ${theme.vars.palette.divider}` } : {}
              }
            >
              {start && <Box sx={{ marginInlineEnd: 'auto', flexBasis: { xs: '100%', sm: 'auto' } }}>{start}</Box>}
              {status}
              {!hasCloseIcon && (
                <Button onClick={close} disabled={isSending}>
                  {translate('shared.cancel')}
                </Button>
              )}
              <Button type="submit" variant="contained" color="primary" disabled={disabled} loading={isSending}>
                {submitLabel}
              </Button>
            </DialogActions>
          </>
        ))}
      </Dialog>
      <LeaveDialog
        open={isConfirming}
        onStay={() => setConfirming(false)}
        onDiscard={discard}
        onKeepDraft={keepsDraft ? onClose : undefined}
      />
    </UnsavedProvider>
  );
}
