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
  /** It has no address of its own to be left. */
  stays?: boolean;
}

/** Progress of an import on the server. The address may be left and opened again. */
export function ProgressStep({ run, stays = false }: ProgressStepProps) {
  const translate = useTranslate();
  const { act, busy, problem, forget } = useRunCall();
  const [asks, setAsks] = useState(false);
  const { state, progress } = run;
  const cancel = () => {
    setAsks(false);
    void act(() => cancelRun(run));
  };
  return (
    <Card>
      <ProgressMeter
        label={translate(`imports.working.${state}`, { name: run.fileName })}
        share={progress ? progress / 100 : null}
        hint={stays ? undefined : translate('imports.working.leave')}
        // What is taken back is taken back whole.
        onCancel={state === 'UNDOING' ? undefined : () => (state === 'WRITING' ? setAsks(true) : cancel())}
        busy={busy}
      />
      <SaveErrorAlert square problem={problem} onClose={forget} />
      <ConfirmDialog
        open={asks && state === 'WRITING'}
        danger
        title={translate('imports.stop.title')}
        confirmLabel={translate('imports.stop.confirm')}
        cancelLabel={translate('imports.stop.goOn')}
        onConfirm={cancel}
        onClose={() => setAsks(false)}
      >
        {translate('imports.stop.text')}
      </ConfirmDialog>
    </Card>
  );
}
