import CheckBoxIcon from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlankIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import RadioButtonCheckedIcon from '@mui/icons-material/RadioButtonChecked';
import RadioButtonUncheckedIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import OutlinedInput from '@mui/material/OutlinedInput';
import Popover from '@mui/material/Popover';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { ChoiceFilter as ChoicesFilter } from '../../server/types';
import { takesMany } from './listState';

type Props = { filter: ChoicesFilter; chosen: readonly string[]; onChange: (chosen: string[]) => void };

const searchedFrom = 10;

/** A filter by choices: several at once (statuses) or one (a client), searched where they are many. */
export function ChoiceFilter({ filter, chosen, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const names = filter.choices.filter(({ key }) => chosen.includes(String(key))).map(({ name }) => name);
  return (
    <>
      <ToggleButton
        value={filter.key}
        selected={chosen.length > 0}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onChange={(event) => setAnchor(event.currentTarget as HTMLElement)}
        sx={{ gap: 0.5, maxWidth: 260 }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {label(filter.label, names)}
        </Box>
        <ExpandMoreIcon aria-hidden sx={{ fontSize: 18 }} />
      </ToggleButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': filter.label, sx: { marginTop: 0.5 } } }}
      >
        <Choices {...{ filter, chosen, onChange }} onDone={() => setAnchor(null)} />
      </Popover>
    </>
  );
}

function label(name: string, chosen: readonly string[]): string {
  const [first] = chosen;
  if (first === undefined) return name;
  return chosen.length === 1 ? `${name}: ${first}` : `${name}: ${chosen.length}`;
}

function Choices({ filter, chosen, onChange, onDone }: Props & { onDone: () => void }) {
  const [word, setWord] = useState('');
  const translate = useTranslate();
  const many = takesMany(filter);
  const searched = filter.choices.length > searchedFrom && !many;
  const found = filter.choices.filter(({ name }) => name.toLocaleLowerCase().includes(word.trim().toLocaleLowerCase()));
  const marks = many ? [CheckBoxOutlineBlankIcon, CheckBoxIcon] : [RadioButtonUncheckedIcon, RadioButtonCheckedIcon];
  const toggle = (key: string) => {
    const on = chosen.includes(key);
    if (many) return onChange(on ? chosen.filter((one) => one !== key) : [...chosen, key]);
    onChange(on ? [] : [key]);
    return onDone();
  };
  return (
    <Box sx={{ width: 300, maxWidth: '100%' }}>
      {searched && (
        <Box sx={{ padding: 1, paddingBottom: 0 }}>
          <OutlinedInput
            size="small"
            fullWidth
            autoFocus
            value={word}
            onChange={(event) => setWord(event.target.value)}
            placeholder={translate('lists.find')}
            inputProps={{ 'aria-label': translate('lists.find') }}
          />
        </Box>
      )}
      <MenuList autoFocusItem={!searched} aria-label={filter.label} sx={{ maxHeight: 380, overflowY: 'auto' }}>
        {found.map(({ key, name }) => {
          const on = chosen.includes(String(key));
          const Mark = marks[on ? 1 : 0] ?? CheckBoxIcon;
          return (
            <MenuItem
              key={key}
              role={many ? 'menuitemcheckbox' : 'menuitemradio'}
              aria-checked={on}
              onClick={() => toggle(String(key))}
            >
              <ListItemIcon sx={{ color: on ? 'primary.main' : 'text.tertiary' }}>
                <Mark aria-hidden />
              </ListItemIcon>
              <ListItemText>{name}</ListItemText>
            </MenuItem>
          );
        })}
        {found.length === 0 && (
          <Typography component="li" role="none" sx={{ paddingInline: 2, paddingBlock: 1, color: 'text.tertiary' }}>
            {translate('shared.noMatch')}
          </Typography>
        )}
      </MenuList>
    </Box>
  );
}
