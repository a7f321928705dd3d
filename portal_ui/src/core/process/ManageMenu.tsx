import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import SwapHorizIcon from '@mui/icons-material/SwapHoriz';
import TuneIcon from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { LazyDialog } from '../ui/LazyDialog';
import { useAnchor } from '../ui/useAnchor';
import type { ManageKey } from './ManageDialog';
import { useProcess } from './processContext';

const loadManageDialog = () => import('./ManageDialog');
const entries = [
  { key: 'set_status', Icon: TuneIcon },
  { key: 'change_service', Icon: SwapHorizIcon },
  { key: 'delete', Icon: DeleteIcon },
] as const;

/** Menu of actions on the whole request; absent if the server offers none. */
export function ManageMenu() {
  const { record } = useProcess();
  const translate = useTranslate();
  const menu = useAnchor('menu');
  const [openKey, setOpenKey] = useState<ManageKey | null>(null);
  const offered = entries.flatMap((entry) => {
    const action = record.process.actions.find(({ key }) => key === entry.key);
    return action ? [{ ...entry, action }] : [];
  });
  if (offered.length === 0) return null;
  return (
    <>
      <Button
        {...menu.trigger}
        aria-label={translate('process.manage')}
        size="small"
        sx={{
          gap: 0.5,
          paddingInline: { xs: 0.5, md: 1.25 },
          minWidth: 0,
          minHeight: { xs: 44, md: 32 },
          borderWidth: { xs: 0, md: 1 },
          backgroundColor: { xs: 'transparent', md: 'background.paper' },
        }}
      >
        {/* On a phone the number and the status need the width. */}
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
          {translate('process.manage')}
        </Box>
        <MoreVertIcon fontSize="small" />
      </Button>
      <Menu {...menu.popup}>
        {offered.map(({ key, Icon, action }) => (
          <MenuItem
            key={key}
            disabled={!action.enabled}
            sx={key === 'delete' ? { color: 'error.main' } : {}}
            onClick={() => {
              menu.close();
              setOpenKey(key);
            }}
          >
            <ListItemIcon>
              <Icon />
            </ListItemIcon>
            {action.label}
          </MenuItem>
        ))}
      </Menu>
      {openKey && <LazyDialog load={loadManageDialog} dialogKey={openKey} onClose={() => setOpenKey(null)} />}
    </>
  );
}
