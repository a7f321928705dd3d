import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { SaveErrorAlert } from '../forms/SaveErrorAlert';
import { StickyToolbar } from '../forms/StickyToolbar';
import { isRetryable } from '../forms/saveError';
import { ConfirmOnSecondClickButton } from '../ui/ConfirmOnSecondClickButton';
import { FORM_WIDTH } from '../ui/FormColumn';
import type { Submission } from './useSubmission';

interface RequestToolbarProps {
  submission: Submission;
  /** Reason why the form cannot be submitted yet; null if it can. */
  reason: string | null;
  /** Whether the form has nothing to clear. */
  isPristine: boolean;
  /** True if the form is as wide as the page. */
  isWide: boolean;
  submitLabel: string;
  /** Submit the form, or focus what is missing. */
  onSubmit: () => void;
  onClear: () => void;
  onCancel: () => void;
}

/** Sticky toolbar of a creation form: discard and clear, once there is something, what is missing, submit. */
export function RequestToolbar(props: RequestToolbarProps) {
  const { submission, reason, isPristine, isWide, submitLabel, onSubmit, onClear, onCancel } = props;
  // The open confirmation dialog shows the error itself.
  const problem = submission.isConfirmOpen ? null : submission.saveError;
  const translate = useTranslate();
  const reasonId = useId();
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const variant = isNarrow ? 'outlined' : 'text';
  const secondaryActions = !isPristine && (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginRight: 'auto' }}>
      <ConfirmOnSecondClickButton
        variant={variant}
        label={translate('creation.cancel.label')}
        confirmLabel={translate('creation.cancel.confirm')}
        onConfirm={onCancel}
      />
      <Button variant={variant} onClick={onClear}>
        {translate('creation.clear.label')}
      </Button>
    </Box>
  );
  return (
    <>
      {/* On a phone the sticky bar has only the main action; the others are at the end of the form. */}
      {isNarrow && secondaryActions && <Box sx={{ paddingBlock: 1 }}>{secondaryActions}</Box>}
      <StickyToolbar
        sx={[barStyle, !isWide && formBarStyle]}
        problem={
          <SaveErrorAlert
            square
            problem={problem}
            keptKey="creation.failed.kept"
            {...(isRetryable(problem) ? { onRetry: submission.openConfirm } : { onClose: submission.clearSaveError })}
          />
        }
        start={isNarrow ? null : secondaryActions}
        reasonId={reasonId}
        reason={
          reason !== null && !isPristine ? (
            <Link
              component="button"
              type="button"
              variant="body2"
              underline="always"
              onClick={onSubmit}
              sx={{ textAlign: 'start' }}
            >
              {reason}
            </Link>
          ) : (
            reason
          )
        }
      >
        {/* aria-disabled, not disabled: while something is missing, a click leads to it. */}
        <Button
          variant="contained"
          color="primary"
          onClick={onSubmit}
          aria-disabled={reason !== null || undefined}
          aria-describedby={reason === null ? undefined : reasonId}
        >
          {submitLabel}
        </Button>
      </StickyToolbar>
    </>
  );
}

/** Style of the bar: from edge to edge of the page, its content from edge to edge of the cards. */
const barStyle = {
  marginInline: { xs: -1.5, md: -3 },
  marginBottom: { xs: -1.5, md: -3 },
  paddingInline: { md: 1 },
  borderRadius: 0,
} as const;

/** Padding of the bar's content in px. */
const BAR_PADDING = 16;

/** Style of the bar whose content ends with the cards of a FormColumn. */
const formBarStyle = {
  '& > div:last-of-type': { maxWidth: FORM_WIDTH + 2 * BAR_PADDING },
} as const;
