import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { LazyDialog } from '../../core/ui/LazyDialog';

const loadHelpPanel = () => import('./HelpPanel');

/** Button of the app bar that toggles the help for the current screen. */
export function HelpButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        title={translate('shell.help')}
        aria-label={translate('shell.help')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <HelpIcon />
      </IconButton>
      {open && <LazyDialog load={loadHelpPanel} onClose={() => setOpen(false)} />}
    </>
  );
}
