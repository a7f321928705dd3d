import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import UndoIcon from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { getChoiceName, useMeta } from '../../api/meta';
import type { Tone } from '../../api/types';
import { StatusChip } from '../ui/StatusChip';
import type { Approval, Decision } from './decisionQueue';

interface ApprovalToggleProps {
  id: number;
  value: Approval;
  /** Name of the row, for screen readers. */
  name: string;
  onDecide: (decisions: Decision[]) => void;
  /** Large variant for the foot of a panel, with keyboard hints. */
  isLarge?: boolean;
}

/** Choices of a decision. */
export const approvalChoices = [
  { status: 'APPROVED', labelKey: 'approve', Icon: CheckIcon, tone: 'done' },
  { status: 'REJECTED', labelKey: 'reject', Icon: CloseIcon, tone: 'rejected' },
] as const;

/** Ignore repeated keydown events: a held key activates a button once. */
const ignoreRepeat = (event: KeyboardEvent) => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
};

/** Buttons to approve or reject a row; a decision has a button to undo it. */
export const ApprovalToggle = memo(function ApprovalToggle({ isLarge = false, ...props }: ApprovalToggleProps) {
  const { id, value, name, onDecide } = props;
  const translate = useTranslate();
  const { approval } = useMeta().choices;
  // The panel already has the name of the unit.
  const label = isLarge ? translate('process.approval.decision') : translate('process.approval.of', { name });
  const box = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const decide = (status: Approval) => {
    isPressed.current = true;
    onDecide([{ id, status }]);
  };
  // The clicked button is unmounted: focus its replacement, unless the focus has moved on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value renders other buttons
  useLayoutEffect(() => {
    const isLost = isPressed.current && document.activeElement === document.body;
    isPressed.current = false;
    if (isLost) box.current?.querySelector('button')?.focus();
  }, [value]);

  if (value === 'WAITING_APPROVAL') {
    return (
      <>
        <ButtonGroup
          ref={box}
          fullWidth={isLarge}
          disableElevation
          size={isLarge ? 'medium' : 'small'}
          aria-label={label}
          onKeyDown={ignoreRepeat}
          sx={isLarge ? largeStyle : rowStyle}
        >
          {approvalChoices.map(({ status, labelKey, Icon, tone }) => (
            <Button
              key={status}
              data-cell={isLarge ? undefined : labelKey}
              startIcon={<Icon aria-hidden />}
              variant={isLarge && status === 'APPROVED' ? 'contained' : 'outlined'}
              color={isLarge && status === 'APPROVED' ? 'primary' : 'inherit'}
              onClick={() => decide(status)}
              sx={isLarge && status === 'APPROVED' ? {} : (theme) => ({ color: theme.status[tone].text })}
            >
              {translate(`process.approval.${labelKey}`)}
              {isLarge && <KeyHint>{translate(`process.approval.key.${labelKey}`)}</KeyHint>}
            </Button>
          ))}
        </ButtonGroup>
        {/* Status for print, where buttons are hidden. */}
        <Box component="span" sx={{ display: 'none', displayPrint: isLarge ? 'none' : 'inline' }}>
          {getChoiceName(approval, value)}
        </Box>
      </>
    );
  }
  return (
    <Box
      ref={box}
      role="group"
      aria-label={label}
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}
    >
      <ApprovalChip value={value} />
      <IconButton
        size={isLarge ? 'medium' : 'small'}
        aria-label={isLarge ? translate('shared.undo') : translate('process.approval.undoOf', { name })}
        title={translate('shared.undo')}
        onClick={() => decide('WAITING_APPROVAL')}
      >
        <UndoIcon />
      </IconButton>
    </Box>
  );
});

const rowStyle = {
  width: { xs: '100%', sm: 'auto' },
  '& .MuiButton-root': {
    flex: { xs: 1, sm: 'none' },
    minHeight: { xs: 44, sm: 30 },
    paddingInline: { xs: 1, sm: 0.875 },
    paddingBlock: 0,
  },
  '& .MuiButton-startIcon': { marginInlineEnd: { xs: 0.75, sm: 0.25 } },
  '& .MuiButton-startIcon > svg.MuiSvgIcon-root': { fontSize: 16 },
  '@media (pointer: coarse)': { '& .MuiButton-root': { minHeight: 44 } },
} as const;

/** Style of two separate buttons of the same height. */
const largeStyle = {
  gap: 1,
  '& .MuiButtonGroup-grouped.MuiButtonGroup-grouped': { borderRadius: 1, marginInlineStart: 0, border: 1 },
  '& .MuiButtonGroup-firstButton.MuiButton-contained': { borderColor: 'transparent' },
  '& .MuiButton-outlined.MuiButton-outlined': { borderColor: 'divider' },
} as const;

/** Keyboard shortcut on a button, visible with the focus in the list or its panel. */
function KeyHint({ children }: { children: ReactNode }) {
  return (
    <Typography
      component="kbd"
      variant="caption"
      aria-hidden
      sx={{
        position: 'absolute',
        insetInlineEnd: 8,
        paddingInline: 0.75,
        border: '1px solid currentColor',
        borderRadius: 0.5,
        fontFamily: 'inherit',
        '[data-shortcuts]:not(:focus-within) &': { visibility: 'hidden' },
        '@media (pointer: coarse)': { display: 'none' },
      }}
    >
      {children}
    </Typography>
  );
}

const tones: Record<Approval, Tone> = { WAITING_APPROVAL: 'waiting', APPROVED: 'done', REJECTED: 'rejected' };

/** Read-only approval status. */
export function ApprovalChip({ value }: { value: Approval }) {
  const { approval } = useMeta().choices;
  return <StatusChip tone={tones[value]} label={getChoiceName(approval, value)} />;
}
