import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useAnchor } from '../ui/useAnchor';

interface BulkAction {
  key: string;
  label: string;
  disabled: boolean;
  run: () => void;
}

interface TableBulkActionsProps {
  actions: readonly BulkAction[];
  /** Number of selected rows. */
  selectedCount?: number;
  /** Maximum number of action buttons on a phone; the other actions are in a menu. */
  maxVisible?: number;
  /** Translation key of a permanent menu button with all actions, for long labels. */
  menuLabel?: string;
}

/** Bulk actions as buttons. On a phone, the first enabled ones; the rest in a menu. */
export function TableBulkActions({ actions, selectedCount = 0, maxVisible = 0, menuLabel }: TableBulkActionsProps) {
  const translate = useTranslate();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const possible = actions.filter(({ disabled }) => !disabled);
  const isCollapsed = menuLabel !== undefined || isPhone;
  const visibleActions = isCollapsed ? possible.slice(0, maxVisible) : actions;
  const more = isCollapsed ? possible.slice(maxVisible) : [];
  const count = selectedCount > 0 && (
    <Typography variant="body2" role="status" sx={countStyle}>
      {translate('process.units.marked', { smart_count: selectedCount })}
    </Typography>
  );
  return (
    <>
      {visibleActions.map(({ key, label, disabled, run }) => (
        <Button key={key} size="small" disabled={disabled} onClick={run}>
          {label}
        </Button>
      ))}
      {(menuLabel || more.length > 0) && (
        <More actions={more} label={menuLabel ?? `process.units.${visibleActions.length > 0 ? 'more' : 'bulk'}`} />
      )}
      {count}
    </>
  );
}

/** Style of the count: after the buttons where there is room, so that it never wraps them. */
const countStyle = {
  color: 'text.tertiary',
  whiteSpace: 'nowrap',
  order: { xs: -1, sm: 0 },
  flex: { sm: '1000 1 0' },
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const;

function More({ actions, label }: { actions: readonly BulkAction[]; label: string }) {
  const translate = useTranslate();
  const menu = useAnchor('menu');
  return (
    <>
      <Button {...menu.trigger} size="small" endIcon={<ExpandMoreIcon />} disabled={actions.length === 0}>
        {translate(label)}
      </Button>
      <Menu {...menu.popup} onClick={menu.close}>
        {actions.map(({ key, label, run }) => (
          <MenuItem key={key} onClick={run}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
