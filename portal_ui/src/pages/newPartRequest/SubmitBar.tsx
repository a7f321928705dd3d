import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { TwoClickButton } from '../../shared/TwoClickButton';

interface SubmitBarProps {
  label: string;
  /** Why the request cannot be sent yet; null when it can. */
  reason: string | null;
  /** Nothing is on the form that could be discarded. */
  untouched: boolean;
  onSubmit: () => void;
  onDiscard: () => void;
}

/** Stays in view at the foot of the form: discard, what is missing, submit. */
export function SubmitBar({ label, reason, untouched, onSubmit, onDiscard }: SubmitBarProps) {
  const translate = useTranslate();
  const reasonId = useId();
  return (
    <Box
      sx={(theme) => ({
        position: 'sticky',
        bottom: 0,
        zIndex: 3,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        paddingBlock: 1.5,
        paddingInline: { xs: 2, md: 3 },
        marginInline: { xs: -2, md: -3 },
        marginBottom: { xs: -2, md: -3 },
        borderTop: `1px solid ${theme.vars.palette.divider}`,
        backgroundColor: theme.vars.palette.background.paper,
      })}
    >
      <Box sx={{ marginRight: 'auto' }}>
        <TwoClickButton
          variant="text"
          label={translate('newPartRequest.clear.label')}
          confirmLabel={translate('newPartRequest.clear.confirm')}
          disabled={untouched}
          onConfirm={onDiscard}
        />
      </Box>
      {reason && (
        <Typography
          variant="body2"
          id={reasonId}
          aria-live="polite"
          sx={{ color: 'text.tertiary', flex: { xs: '1 1 100%', md: '0 1 auto' }, order: { xs: -1, md: 0 } }}
        >
          {reason}
        </Typography>
      )}
      <Button
        variant="contained"
        color="primary"
        size="large"
        disabled={reason !== null}
        aria-describedby={reason ? reasonId : undefined}
        onClick={onSubmit}
      >
        {label}
      </Button>
    </Box>
  );
}
