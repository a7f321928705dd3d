import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslate, useUserMenu } from 'ra-core';
import { MenuEntry } from '../../core/layout/MenuEntries';
import { LazyDialog } from '../../core/ui/LazyDialog';

const loadHelpPanel = () => import('./HelpPanel');

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Help for the current screen, if open. */
export const HelpIfOpen = ({ open, onOpenChange }: Props) =>
  open && <LazyDialog load={loadHelpPanel} onClose={() => onOpenChange(false)} />;

/** Button of the app bar that toggles the help. */
export function HelpButton({ open, onOpenChange }: Props) {
  const translate = useTranslate();
  return (
    <IconButton
      title={translate('shell.help')}
      aria-label={translate('shell.help')}
      aria-expanded={open}
      onClick={() => onOpenChange(!open)}
    >
      <HelpIcon />
    </IconButton>
  );
}

/** Help in the account menu of a phone. */
export function HelpMenuEntry({ onOpenChange }: Pick<Props, 'onOpenChange'>) {
  const translate = useTranslate();
  const menu = useUserMenu();
  const openHelp = () => {
    menu?.onClose();
    onOpenChange(true);
  };
  return <MenuEntry icon={<HelpIcon />} name={translate('shell.help')} onClick={openHelp} />;
}
