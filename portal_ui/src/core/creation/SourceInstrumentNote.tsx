import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';

interface SourceInstrumentNoteProps {
  /** Reason why the instrument, or a part of it, is not in the form. */
  text: string;
  /** Action that adds the instrument to the form. */
  use?: { label: string; onUse: () => void } | undefined;
}

/** Alert that a form lacks the instrument that it was opened for. */
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
