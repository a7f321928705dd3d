import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { cancelRun, type Run } from '../../api/imports';
import { SaveErrorAlert } from '../../core/forms/SaveErrorAlert';
import { ConfirmDialog } from '../../core/ui/ConfirmDialog';
import { ProgressMeter } from './ProgressMeter';

import { useRunCall } from './useRun';

interface ProgressStepProps {
  run: Run;
  /** True if the import is part of another page and has no URL to return to. */
  isEmbedded?: boolean;
}

/** Progress of an import on the server. The user may leave the page and come back. */
export function ProgressStep({ run, isEmbedded = false }: ProgressStepProps) {
  const translate = useTranslate();
  const { execute, busy, problem, clearProblem } = useRunCall();
  const [isConfirming, setConfirming] = useState(false);
  const { state, progress } = run;
  const cancel = () => {
    setConfirming(false);
    void execute(() => cancelRun(run));
  };
  return (
    <Card>
      <ProgressMeter
        label={translate(`imports.working.${state}`, { name: run.fileName })}
        share={progress ? progress / 100 : null}
        hint={isEmbedded ? undefined : translate('imports.working.leave')}
        // An undo is all or nothing, so it cannot be canceled.
        onCancel={state === 'UNDOING' ? undefined : () => (state === 'WRITING' ? setConfirming(true) : cancel())}
        busy={busy}
      />
      <SaveErrorAlert square problem={problem} onClose={clearProblem} />
      <ConfirmDialog
        open={isConfirming && state === 'WRITING'}
        danger
        title={translate('imports.stop.title')}
        confirmLabel={translate('imports.stop.confirm')}
        cancelLabel={translate('imports.stop.goOn')}
        onConfirm={cancel}
        onClose={() => setConfirming(false)}
      >
        {translate('imports.stop.text')}
      </ConfirmDialog>
    </Card>
  );
}
