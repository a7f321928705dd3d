import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useListContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { isRightAligned } from './cells';
import { useListScreen } from './listScreen';

/** Sort menu for cards; selecting the sorted column again reverses the order. */
export function SortButton() {
  const { columns } = useListScreen();
  const { sort, setSort } = useListContext();
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const Arrow = sort.order === 'ASC' ? ArrowUpwardIcon : ArrowDownwardIcon;
  const sorted = columns.find((column) => column.sort === sort.field);
  return (
    <>
      <Button
        variant="text"
        endIcon={<Arrow aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={translate('lists.sortedBy', { name: sorted?.label ?? '' })}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 0, flex: '0 1 auto', overflow: 'hidden' }}
      >
        {sorted?.label ?? translate('ra.action.sort')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {columns.map((column) => {
          const { key, label, sort: field } = column;
          if (field === null) return null;
          const chosen = field === sort.field;
          const first = isRightAligned(column) ? 'DESC' : 'ASC';
          const order = chosen ? (sort.order === 'ASC' ? 'DESC' : 'ASC') : first;
          return (
            <MenuItem
              key={key}
              role="menuitemradio"
              aria-checked={chosen}
              selected={chosen}
              onClick={() => {
                setSort({ field, order });
                setAnchor(null);
              }}
            >
              <ListItemText>{label}</ListItemText>
              {chosen && <Arrow aria-hidden sx={{ fontSize: 18, marginInlineStart: 1 }} />}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
