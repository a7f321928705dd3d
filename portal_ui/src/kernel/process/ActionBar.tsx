import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { BottomBar } from '../saving/BottomBar';
import { ProblemAlert } from '../saving/ProblemAlert';
import { useAnyDirty } from '../saving/unsavedForms';
import { useSubmitShortcut } from '../saving/useSubmitShortcut';
import { useMove } from './moves';
import { useAction, useProcess } from './processContext';
import { useProcessSave } from './useRecordWriter';

interface SaveButton {
  onSave: () => void;
  label?: string;
  disabled?: boolean;
  /** Why it is disabled, or what is missing. */
  reason?: string | null;
}

export interface ActionBarProps {
  /** Quiet buttons at the left. */
  secondary?: ReactNode;
  save?: SaveButton | undefined;
  /** Something of the pane is still on its way to the server. */
  waiting?: boolean;
  /** Asked before the request is moved on. */
  confirm?: { title: string; text: ReactNode } | undefined;
}

/** The bar that stays in view: quiet actions, Save, and the one that moves the request on, or why it cannot. */
export function ActionBar({ secondary, save, waiting = false, confirm }: ActionBarProps) {
  const { busy, problem, retry, dismiss } = useProcessSave();
  const { staleFormKept } = useProcess();
  const move = useMove();
  const primary = useAction('continue');
  const dirty = useAnyDirty();
  const translate = useTranslate();
  const reasonId = useId();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const [asking, setAsking] = useState(false);
  const [pressed, setPressed] = useState<'save' | 'move' | null>(null);
  const goOn = () => {
    setPressed('move');
    if (confirm) setAsking(true);
    else void move();
  };
  const onSave = () => {
    setPressed('save');
    save?.onSave();
  };

  const blocked = busy || waiting;
  const reason =
    save?.reason ??
    (primary && dirty && !staleFormKept ? translate('process.saveFirst') : primary?.enabled ? null : primary?.reason);
  const ready = primary?.enabled === true && !dirty && !blocked;
  useSubmitShortcut(() => {
    if (save && !save.disabled && !blocked) onSave();
    else if (ready) goOn();
  });

  const told = problem !== null && problem.kind !== 'stale';
  if (!secondary && !save && !primary && !told) return null;
  return (
    <>
      {/* On a phone the bar keeps what is needed all the time; the rest stands at the end of the content. */}
      {phone && secondary && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, padding: 1 }}>{secondary}</Box>
      )}
      {(save || primary || told || !phone) && (
        <BottomBar
          start={!phone && secondary}
          reason={reason}
          reasonId={reasonId}
          problem={
            told && <ProblemAlert problem={problem} onRetry={retry ?? undefined} onClose={dismiss} busy={busy} square />
          }
          // To the edges of a phone's screen.
          sx={{ marginInline: { xs: '-17px', md: 0 } }}
        >
          {save && (
            <Button
              onClick={onSave}
              loading={busy && pressed === 'save'}
              disabled={save.disabled || blocked}
              variant={primary ? 'outlined' : 'contained'}
              color={primary ? 'inherit' : 'primary'}
              size="large"
            >
              {save.label ?? translate('process.save')}
            </Button>
          )}
          {primary && (
            <Button
              variant="contained"
              color="primary"
              size="large"
              disabled={!ready}
              loading={busy && pressed === 'move'}
              aria-describedby={reason ? reasonId : undefined}
              onClick={goOn}
            >
              {primary.label}
            </Button>
          )}
        </BottomBar>
      )}
      {confirm && primary && (
        <ConfirmDialog
          open={asking}
          title={confirm.title}
          confirmLabel={primary.label}
          busy={busy}
          onConfirm={() => void move().then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          {confirm.text}
        </ConfirmDialog>
      )}
    </>
  );
}
