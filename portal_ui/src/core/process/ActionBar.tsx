import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import type { SaveResponse } from '../../api/requests';
import { SaveErrorAlert } from '../forms/SaveErrorAlert';
import { StickyToolbar } from '../forms/StickyToolbar';
import { useAnyDirty } from '../forms/unsavedForms';
import { useSubmitShortcut } from '../forms/useSubmitShortcut';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { useAction, useProcess } from './processContext';
import { useRequestTransition } from './transitions';
import { useProcessUpdater } from './useProcessUpdater';

interface SaveButton {
  /** Save and return the response; null if it was not saved. */
  onSave: (isTransition?: boolean) => Promise<SaveResponse | null>;
  label?: string;
  disabled?: boolean;
  /** Reason why it is disabled, or what is missing. */
  reason?: ReactNode;
}

export interface ActionBarProps {
  /** Secondary buttons at the left. */
  secondary?: ReactNode;
  save?: SaveButton | undefined;
  /** True while an update of the pane is in progress. */
  waiting?: boolean;
  /** Decision before the transition; always in view, also on a phone. */
  decision?: ReactNode;
}

/** Sticky action bar: secondary actions, Save, Continue or why it is disabled. */
export function ActionBar({ secondary, save, waiting = false, decision }: ActionBarProps) {
  const { busy, problem, retry, dismiss } = useProcessUpdater();
  const { record, isStaleFormRetained } = useProcess();
  const move = useRequestTransition();
  const primary = useAction('continue');
  const dirty = useAnyDirty();
  const translate = useTranslate();
  const reasonId = useId();
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const [isConfirming, setConfirming] = useState(false);
  const [pressed, setPressed] = useState<'save' | 'move' | null>(null);
  const blocked = busy || waiting;
  const canSave = save !== undefined && !save.disabled;
  /** Save dirty values, then continue if the response allows the transition. */
  const goOn = async () => {
    setPressed('move');
    if (!canSave || (await save.onSave(true))?.isAllowedToContinue) await move();
    setConfirming(false);
  };
  const onPrimary = () => (primary?.ask ? setConfirming(true) : void goOn());
  const onSave = () => {
    setPressed('save');
    void save?.onSave();
  };

  // Others may continue in place of the party whose turn it is.
  const isPrimaryMain = primary !== undefined && record.process.isYourTurn;
  const disabledReason = dirty && !isStaleFormRetained ? translate('process.saveFirst') : primary?.reason;
  const reason = save?.reason ?? (primary && !canSave ? disabledReason : null);
  const ready = primary !== undefined && !blocked && (canSave || (primary.enabled && !dirty));
  useSubmitShortcut(() => {
    if (canSave && !blocked) onSave();
    else if (ready) onPrimary();
  });

  const isErrorVisible = problem !== null && problem.kind !== 'stale';
  if (!secondary && !decision && !save && !primary && !isErrorVisible) return null;
  return (
    <>
      {/* On a phone the sticky bar has only the main actions; the others are at the end of the content. */}
      {isNarrow && secondary && (
        <Box data-secondary-actions sx={secondaryStyle}>
          {secondary}
        </Box>
      )}
      {(save || decision || primary || isErrorVisible || !isNarrow) && (
        <StickyToolbar
          start={!isNarrow && secondary}
          reason={reason}
          reasonId={reasonId}
          problem={
            isErrorVisible && (
              <SaveErrorAlert problem={problem} onRetry={retry ?? undefined} onClose={dismiss} busy={busy} square />
            )
          }
          sx={barStyle}
        >
          {decision && <Box sx={decisionStyle}>{decision}</Box>}
          {save && (
            <Button
              onClick={onSave}
              loading={busy && pressed === 'save'}
              disabled={save.disabled || blocked}
              variant={isPrimaryMain ? 'outlined' : 'contained'}
              color={isPrimaryMain ? 'inherit' : 'primary'}
            >
              {save.label ?? translate('process.save')}
            </Button>
          )}
          {primary && (
            <Button
              variant={isPrimaryMain ? 'contained' : 'outlined'}
              color={primary.rejects ? 'error' : 'primary'}
              disabled={!ready}
              loading={busy && pressed === 'move'}
              aria-describedby={reason ? reasonId : undefined}
              onClick={onPrimary}
            >
              {primary.label}
            </Button>
          )}
        </StickyToolbar>
      )}
      {primary?.ask && (
        <ConfirmDialog
          open={isConfirming}
          title={translate('process.ask', { action: primary.label, number: record.number })}
          confirmLabel={primary.label}
          danger={primary.rejects}
          busy={busy}
          onConfirm={() => void goOn()}
          onClose={() => setConfirming(false)}
        >
          {primary.ask}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Style of other actions on a phone: buttons with a border, as wide as the card; a hidden status takes no height. */
const secondaryStyle = (theme: Theme) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  paddingInline: 1,
  '&& > *': { marginBlock: 0.5, marginInline: 1 },
  '&:has(> .MuiButton-root)': { marginTop: -0.5, paddingBottom: 1 },
  // An aside above has a background of its own.
  'div:has(> aside:last-child) + &': { paddingTop: 2 },
  '& > .MuiButton-root': { flex: { xs: '1 1 100%', sm: 'none' } },
  '& > .MuiButton-text': { border: `1px solid ${theme.portal.buttonBorder}` },
  '& > .MuiButton-colorInherit': { color: theme.vars.palette.text.primary },
});

/** Style of the decision: on a phone, its buttons share the width. */
const decisionStyle = {
  display: 'flex',
  gap: 1,
  flex: { xs: '1 1 auto', md: 'none' },
  '& > *': { flex: { xs: '1 1 0', md: 'none' } },
} as const;

/** Style of the bar at the bottom of the card. On a phone in landscape orientation it takes one line. */
const barStyle = {
  flex: 'none',
  marginTop: 'auto',
  '@media (max-height: 480px)': {
    position: 'sticky',
    '& > div:last-of-type': { flexWrap: 'nowrap', paddingBlock: 0.5 },
    '& > div > [aria-live]': { flex: '1 1 0' },
  },
} as const;
