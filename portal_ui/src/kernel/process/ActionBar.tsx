import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { useAnyDirty } from '../saving/unsavedForms';
import { ProblemNote } from './ProblemNote';
import { useAction, useProcess } from './processContext';
import { useMove } from './useMove';
import { useProcessSave } from './useSaveDesk';

export interface SaveButton {
  onSave: () => void;
  label?: string;
  disabled?: boolean;
  /** Why it is disabled, or what is missing. */
  reason?: string | null;
}

interface ActionBarProps {
  /** Quiet buttons at the left. */
  secondary?: ReactNode;
  save?: SaveButton | undefined;
  /** Something of the pane is still on its way to the server. */
  waiting?: boolean;
  /** Asked before the request is moved on. */
  confirm?: { title: string; text: ReactNode };
}

/** The bar that stays in view: quiet actions, Save, and the one that moves the request on, or why it cannot. */
export function ActionBar({ secondary, save, waiting = false, confirm }: ActionBarProps) {
  const { busy, problem } = useProcessSave();
  const { held } = useProcess();
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
    else void move(null);
  };
  const onSave = () => {
    setPressed('save');
    save?.onSave();
  };

  const blocked = busy || waiting;
  const reason =
    save?.reason ??
    (primary && dirty && !held ? translate('process.saveFirst') : primary?.enabled ? null : primary?.reason);
  const ready = primary?.enabled === true && !dirty && !blocked;
  useSubmitKey(() => {
    if (save && !save.disabled && !blocked) onSave();
    else if (ready) goOn();
  });

  if (!secondary && !save && !primary && !problem) return null;
  const quiet = secondary && (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginRight: 'auto', alignItems: 'center' }}>{secondary}</Box>
  );
  return (
    <>
      {/* On a phone the bar keeps what is needed all the time; the rest stands at the end of the content. */}
      {phone && quiet && <Box sx={{ padding: 1 }}>{quiet}</Box>}
      {(save || primary || problem || !phone) && (
        <Box
          sx={(theme) => ({
            position: 'sticky',
            bottom: 0,
            zIndex: 3,
            marginInline: { xs: '-17px', md: 0 },
            borderTop: `1px solid ${theme.vars.palette.divider}`,
            borderRadius: { md: `0 0 ${theme.portal.cardRadius}px ${theme.portal.cardRadius}px` },
            backgroundColor: theme.vars.palette.background.paper,
            overflow: 'hidden',
          })}
        >
          <ProblemNote />
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              justifyContent: 'flex-end',
              gap: 1,
              paddingBlock: 1.5,
              paddingInline: 2,
            }}
          >
            {!phone && quiet}
            {reason && (
              <Typography
                variant="body2"
                id={reasonId}
                aria-live="polite"
                sx={{
                  color: 'text.tertiary',
                  flex: { xs: '1 1 100%', md: '0 1 auto' },
                  textAlign: { md: 'right' },
                  maxWidth: { md: 420 },
                }}
              >
                {reason}
              </Typography>
            )}
            {save && (
              <Button
                onClick={onSave}
                loading={busy && pressed === 'save'}
                disabled={save.disabled || blocked}
                variant={primary ? 'outlined' : 'contained'}
                color={primary ? 'inherit' : 'primary'}
                size="large"
                sx={{ flex: { xs: '1 1 0', md: 'none' } }}
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
                sx={{ flex: { xs: '1 1 0', md: 'none' }, whiteSpace: { xs: 'normal', md: 'nowrap' } }}
              >
                {primary.label}
              </Button>
            )}
          </Box>
        </Box>
      )}
      {confirm && primary && (
        <ConfirmDialog
          open={asking}
          title={confirm.title}
          confirmLabel={primary.label}
          busy={busy}
          onConfirm={() => void move(null).then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          {confirm.text}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Ctrl+Enter or Cmd+Enter does what the bar would do, but not from inside a dialog. */
function useSubmitKey(submit: () => void): void {
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
