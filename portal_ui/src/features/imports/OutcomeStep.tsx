import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import UndoIcon from '@mui/icons-material/Undo';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { type Run, undoRun } from '../../api/imports';
import { useResourceMeta } from '../../api/meta';
import { SaveErrorAlert } from '../../core/forms/SaveErrorAlert';
import { useFormat } from '../../core/i18n/format';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';
import { ConfirmDialog } from '../../core/ui/ConfirmDialog';
import { EmptyState } from '../../core/ui/EmptyState';
import { useRunCall } from './useRun';

/** Result of an import: a summary with undo, or the reason why nothing was written. */
export function OutcomeStep({ run }: { run: Run }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const list = useResourceMeta(run.target);
  const again = (
    <Button component={RouterLink} to={path(`imports/new/${run.target}`)}>
      {translate(run.state === 'FAILED' ? 'imports.failed.again' : 'imports.again')}
    </Button>
  );
  if (run.state === 'DONE') return <Summary run={run} />;
  return (
    <Card>
      {run.state === 'FAILED' ? (
        <EmptyState role="alert" failed icon={ErrorIcon} title={translate('imports.failed.title')} action={again}>
          {run.error?.message}
        </EmptyState>
      ) : (
        <EmptyState
          role="status"
          icon={UndoIcon}
          title={translate(run.state === 'UNDONE' ? 'imports.undone.title' : 'imports.cancelled.title')}
          action={
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
              {list && (
                <Button component={RouterLink} to={path(list.path)}>
                  {translate('imports.toList', { list: run.title })}
                </Button>
              )}
              {again}
            </Box>
          }
        >
          {translate(run.state === 'UNDONE' ? 'imports.undone.text' : 'imports.cancelled.text')}
        </EmptyState>
      )}
    </Card>
  );
}

/** Summary of the written rows, with undo. */
function Summary({ run }: { run: Run }) {
  const translate = useTranslate();
  const { number } = useFormat();
  const path = useLocalizedPath();
  const list = useResourceMeta(run.target);
  const { execute, busy, problem, clearProblem } = useRunCall();
  const [isConfirming, setConfirming] = useState(false);
  const { create = 0, change = 0, same = 0, wrong = 0 } = run.counts ?? {};
  const undo = async () => {
    await execute(() => undoRun(run));
    setConfirming(false);
  };
  return (
    <Card>
      <EmptyState
        role="status"
        icon={CheckIcon}
        title={translate('imports.done.title', { smart_count: create + change, rows: number(create + change) })}
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
            <Button startIcon={<UndoIcon />} disabled={!run.canUndo} loading={busy} onClick={() => setConfirming(true)}>
              {translate('imports.undo.label')}
            </Button>
            {list && (
              <Button variant="contained" color="primary" component={RouterLink} to={path(list.path)}>
                {translate('imports.toList', { list: run.title })}
              </Button>
            )}
          </Box>
        }
      >
        {translate('imports.done.text', {
          created: number(create),
          changed: number(change),
          same: number(same),
          wrong: number(wrong),
        })}
      </EmptyState>
      {run.undoBlocked && (
        <Alert severity="info" sx={{ margin: 2, marginTop: 0 }}>
          {run.undoBlocked}
        </Alert>
      )}
      <SaveErrorAlert square problem={problem} onClose={clearProblem} />
      <ConfirmDialog
        open={isConfirming}
        danger
        title={translate('imports.undo.title')}
        confirmLabel={translate('imports.undo.label')}
        busy={busy}
        onConfirm={undo}
        onClose={() => setConfirming(false)}
      >
        {translate('imports.undo.text', { created: number(create), changed: number(change) })}
      </ConfirmDialog>
    </Card>
  );
}
