import CloseIcon from '@mui/icons-material/Close';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEvent, useTranslate } from 'ra-core';
import { useId, useState, useSyncExternalStore } from 'react';
import { cancelRun, type Run } from '../../../api/imports';
import type { SelectedPart } from '../../../api/parts';
import { LeaveDialog } from '../../../core/forms/LeaveDialog';
import { UnsavedForms, UnsavedProvider, useUnsavedForm } from '../../../core/forms/unsavedForms';
import { ImportMessages } from '../../imports/ImportMessages';
import { LoadedUnits } from './LoadedUnits';
import { LoadUnitsStart } from './LoadUnitsStart';
import type { LoadedUnit } from './loadedUnitRows';

interface LoadUnitsDialogProps {
  /** Number of units that can still be added. */
  maxUnits: number;
  onLoad: (units: readonly LoadedUnit[]) => void;
  onClose: () => void;
}

/** Dialog to add units from a file or pasted cells to the form, with a review. */
export default function LoadUnitsDialog(props: LoadUnitsDialogProps) {
  return (
    <ImportMessages>
      <Steps {...props} />
    </ImportMessages>
  );
}

function Steps({ maxUnits, onLoad, onClose }: LoadUnitsDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [forms] = useState(() => new UnsavedForms());
  const [isConfirming, setConfirming] = useState(false);
  const [run, setRun] = useState<Run | null>(null);
  const [part, setPart] = useState<SelectedPart | undefined>();
  const leave = useEvent(() => {
    // The run is no longer needed; if this request fails, the server expires it.
    if (run) cancelRun(run).catch(() => undefined);
    onClose();
  });
  // Register with the page, too, as Back would close the dialog without confirmation.
  const discard = useEvent(() => {
    forms.discardAll();
    leave();
  });
  const isDirty = useSyncExternalStore(forms.subscribe, forms.anyDirty);
  useUnsavedForm({ dirty: isDirty, discard });
  const close = () => (isDirty ? setConfirming(true) : leave());
  const load = (units: readonly LoadedUnit[]) => {
    onLoad(units);
    leave();
  };
  return (
    <UnsavedProvider value={forms}>
      <Dialog
        open
        onClose={close}
        aria-labelledby={titleId}
        maxWidth={run ? 'lg' : 'md'}
        fullWidth
        fullScreen={isPhone}
      >
        <DialogTitle id={titleId} sx={{ paddingInlineEnd: 7 }}>
          {translate('imports.units.title')}
        </DialogTitle>
        <IconButton
          aria-label={translate('shared.close')}
          onClick={close}
          sx={{ position: 'absolute', insetInlineEnd: 12, top: 12 }}
        >
          <CloseIcon />
        </IconButton>
        <DialogContent>
          {run ? (
            <LoadedUnits id={run.id} {...{ part, maxUnits }} onLoad={load} onAgain={() => setRun(null)} />
          ) : (
            <LoadUnitsStart onPart={setPart} onStarted={setRun} />
          )}
        </DialogContent>
      </Dialog>
      <LeaveDialog open={isConfirming} onStay={() => setConfirming(false)} onDiscard={discard} />
    </UnsavedProvider>
  );
}
