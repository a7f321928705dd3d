import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { useSidebarState } from 'react-admin';
import { useMeta } from '../../api/meta';
import type { PageMeta } from '../../api/types';
import { RouterLink, useLocalizedPath } from '../routing/links';
import { useCloseOnBack } from '../routing/useCloseOnBack';
import { useAnchor } from '../ui/useAnchor';
import { getIcon } from './icons';

/** Button to create a request: a link for one request type, a menu for several. */
export function NewRequestButton({ pages }: { pages: readonly PageMeta[] }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const { resources } = useMeta();
  const id = useId();
  const menu = useAnchor('menu');
  const [open, setOpen] = useSidebarState();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  useCloseOnBack(menu.close);
  const [first] = pages;
  if (!first) return null;
  // Generic label: the name of a single type would take two lines.
  const label = translate('shell.newRequest');
  const close = () => {
    menu.close();
    if (isPhone) setOpen(false);
  };
  const buttonProps = {
    variant: 'contained',
    color: 'primary',
    startIcon: <AddIcon />,
    'aria-label': label,
    title: pages.length === 1 ? first.label : open ? undefined : label,
    sx: newRequestStyle,
  } as const;
  if (pages.length === 1) {
    return (
      <Button {...buttonProps} component={RouterLink} to={path(first.path)} onClick={close}>
        {open && label}
      </Button>
    );
  }
  return (
    <>
      <Button {...buttonProps} {...menu.trigger} id={id}>
        {open && label}
      </Button>
      <Menu
        {...menu.popup}
        // React events bubble through portals: the navigation menu would handle typed characters, too.
        onKeyDown={(event) => event.stopPropagation()}
        slotProps={{ list: { 'aria-labelledby': id } }}
      >
        {pages.map((page) => {
          const Icon = getIcon(resources.find(({ name }) => name === page.addsTo)?.icon ?? '');
          return (
            <MenuItem key={page.path} component={RouterLink} to={path(page.path)} onClick={close}>
              <ListItemIcon>
                <Icon aria-hidden />
              </ListItemIcon>
              <ListItemText>{page.label}</ListItemText>
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}

/** Style that shows only the icon while the navigation is closed. */
const newRequestStyle = {
  marginBottom: 1,
  whiteSpace: 'normal',
  lineHeight: 'inherit',
  '.RaMenu-closed &': { padding: 0, '& .MuiButton-startIcon': { margin: 0 } },
} as const;
