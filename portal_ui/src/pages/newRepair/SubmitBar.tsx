import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useDocumentTitle } from '../../shared/PageHeader';
import { TwoClickButton } from '../../shared/TwoClickButton';
import type { Saved } from './useAutosave';

type BarProps = {
  saved: Saved;
  /** Why the request cannot be sent yet; null when it can. */
  reason: string | null;
  empty: boolean;
  /** Opens the review, or leads to what is missing. */
  onSubmit: () => void;
  onClear: () => void;
  onCancel: () => void;
};

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** Title, draft and what can be done with the form. In view however long the list is; on a phone submitting is below. */
export function SubmitBar(props: BarProps) {
  const { saved, empty, onClear, onCancel } = props;
  const translate = useTranslate();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const title = translate('newRepair.title');
  useDocumentTitle(title);

  return (
    <>
      <Box
        sx={(theme) => ({
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1,
          rowGap: 0.5,
          marginBottom: 1,
          paddingBottom: 1,
          [theme.breakpoints.up('md')]: {
            position: 'sticky',
            top: theme.portal.barHeight,
            zIndex: 5,
            marginTop: -3,
            marginInline: -3,
            paddingInline: 3,
            paddingTop: 3,
            backgroundColor: theme.vars.palette.background.default,
            // Rows fade out below the bar; over the bare ground it is not seen.
            '&::after': {
              content: '""',
              position: 'absolute',
              insetInline: 0,
              top: '100%',
              height: theme.spacing(1),
              pointerEvents: 'none',
              backgroundImage: `linear-gradient(${theme.vars.palette.background.default}, transparent)`,
            },
          },
        })}
      >
        <Box sx={{ flex: 1, minWidth: { xs: 180, md: 280 } }}>
          <Typography variant="h1">{title}</Typography>
          <Typography variant="body2" role="status" sx={{ color: 'text.tertiary', minHeight: 18 }}>
            {saved === 'failed' && translate('newRepair.draft.failed')}
            {saved !== null &&
              saved !== 'failed' &&
              translate('newRepair.draft.saved', { time: clock.format(saved.at) })}
          </Typography>
        </Box>
        {!phone && <Reason {...props} />}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <RequiredHelp />
          <TwoClickButton
            variant="text"
            label={translate('newRepair.cancel.label')}
            confirmLabel={translate('newRepair.cancel.confirm')}
            onConfirm={onCancel}
          />
          <Button variant="text" onClick={onClear} disabled={empty}>
            {translate('newRepair.clear.label')}
          </Button>
          {!phone && <SubmitButton {...props} />}
        </Box>
      </Box>
      {phone && (
        <Box
          sx={(theme) => ({
            position: 'sticky',
            bottom: 0,
            order: 1,
            zIndex: 5,
            display: 'flex',
            flexDirection: { xs: 'column', sm: 'row' },
            alignItems: { xs: 'stretch', sm: 'center' },
            justifyContent: 'flex-end',
            gap: { xs: 1, sm: 2 },
            marginTop: 2,
            marginInline: { xs: -2, md: -3 },
            marginBottom: { xs: -2, md: -3 },
            padding: theme.spacing(1.5, 2),
            borderTop: `1px solid ${theme.vars.palette.divider}`,
            backgroundColor: theme.vars.palette.background.paper,
          })}
        >
          <Reason {...props} />
          <SubmitButton {...props} />
        </Box>
      )}
    </>
  );
}

/** What is still missing; leads there. */
function Reason({ reason, empty, onSubmit }: BarProps) {
  if (reason === null) return null;
  if (empty) {
    return (
      <Typography variant="body2" id="submit-reason" sx={{ color: 'text.tertiary' }}>
        {reason}
      </Typography>
    );
  }
  return (
    <Link
      component="button"
      type="button"
      variant="body2"
      id="submit-reason"
      onClick={onSubmit}
      sx={{ textAlign: 'start' }}
    >
      {reason}
    </Link>
  );
}

/** Looks and reads disabled while something is missing, yet a click leads to it: a dead button explains nothing. */
function SubmitButton({ reason, onSubmit }: BarProps) {
  const translate = useTranslate();
  const disabled = reason !== null;
  return (
    <Button
      variant="contained"
      color="primary"
      onClick={onSubmit}
      aria-disabled={disabled || undefined}
      aria-describedby={disabled ? 'submit-reason' : undefined}
      sx={(theme) => ({
        '&[aria-disabled], &[aria-disabled]:hover': {
          color: theme.portal.text3,
          backgroundColor: theme.portal.sunk,
          boxShadow: `inset 0 0 0 1px ${theme.vars.palette.divider}`,
        },
      })}
    >
      {translate('newRepair.submit')}
    </Button>
  );
}

function RequiredHelp() {
  const translate = useTranslate();
  const text = (
    <Box component="span" sx={{ whiteSpace: 'pre-line' }}>
      {translate('newRepair.requiredFields.text')}
    </Box>
  );
  return (
    <Tooltip title={text} enterTouchDelay={0} leaveTouchDelay={6_000} describeChild>
      <IconButton aria-label={translate('newRepair.requiredFields.label')}>
        <HelpIcon />
      </IconButton>
    </Tooltip>
  );
}
