import CheckIcon from '@mui/icons-material/Check';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useId, useState } from 'react';

type Props<K extends string> = {
  label: string;
  icon: ReactNode;
  choices: readonly { key: K; name: string }[];
  chosen: K;
  onChoose: (key: K) => void;
};

/** An icon that opens a few choices, one of them current. */
export function ChoiceMenu<K extends string>({ label, icon, choices, chosen, onChoose }: Props<K>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        id={id}
        title={label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {icon}
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id }, list: { 'aria-labelledby': id } }}
      >
        {choices.map(({ key, name }) => (
          <MenuItem
            key={key}
            role="menuitemradio"
            aria-checked={key === chosen}
            selected={key === chosen}
            onClick={() => {
              close();
              onChoose(key);
            }}
          >
            <ListItemText>{name}</ListItemText>
            <ListItemIcon sx={{ justifyContent: 'flex-end' }}>{key === chosen && <CheckIcon />}</ListItemIcon>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
