import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';

interface SourceInstrumentNoteProps {
  /** Part of the instrument that is not on the form, with the reason. */
  text: string;
  /** Puts the instrument on the form after all. */
  use?: { label: string; onUse: () => void } | undefined;
}

/** Above a form: that it is not about the instrument that it was opened for. */
export function SourceInstrumentNote({ text, use }: SourceInstrumentNoteProps) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <Alert
      severity="warning"
      role="status"
      sx={{ marginBottom: 2 }}
      {...(use
        ? {
            action: (
              <Button size="small" variant="text" onClick={use.onUse} sx={{ color: 'inherit' }}>
                {use.label}
              </Button>
            ),
          }
        : { onClose: () => setOpen(false), closeText: translate('shared.close') })}
    >
      {text}
    </Alert>
  );
}
