import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useResourceMeta } from '../../server/meta';
import { UnsavedForms, UnsavedProvider } from '../saving/unsavedForms';
import { useAskBeforeClose } from '../saving/useAskBeforeClose';
import type { DeclaredRecord } from './formValues';
import { RecordForm } from './RecordForm';

type Props = {
  /** The resource whose new record is asked for. */
  name: string;
  initial?: Record<string, unknown>;
  /** Hands the saved record back. */
  onSaved: (record: DeclaredRecord) => void;
  onClose: () => void;
};

/** A declared form embedded in a dialog: a new record for the page below. */
export default function FormDialog({ name, initial, onSaved, onClose }: Props) {
  const resource = useResourceMeta(name);
  const translate = useTranslate();
  const titleId = useId();
  // What is typed here is no part of the page's own forms.
  const [forms] = useState(() => new UnsavedForms());
  const { close, question } = useAskBeforeClose(forms.anyDirty, onClose);
  if (!resource?.form) return null;
  return (
    <UnsavedProvider value={forms}>
      <Dialog
        open
        onClose={(_, reason) => reason !== 'backdropClick' && close()}
        aria-labelledby={titleId}
        maxWidth="md"
        fullWidth
      >
        <DialogTitle id={titleId}>{resource.titles?.add ?? resource.title}</DialogTitle>
        <DialogContent sx={{ '&&': { paddingTop: 1, paddingBottom: 3 } }}>
          <RecordForm
            {...{ resource, initial, onSaved }}
            form={resource.form}
            name={resource.title}
            actions={
              <Button variant="text" size="large" onClick={close}>
                {translate('shared.cancel')}
              </Button>
            }
          />
        </DialogContent>
      </Dialog>
      {question}
    </UnsavedProvider>
  );
}
