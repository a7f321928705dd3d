import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useListContext, useTranslate } from 'ra-core';
import { useAnchor } from '../ui/useAnchor';
import { isRightAligned } from './cells';
import { useListScreen } from './listScreen';

/** Sort menu for cards; selecting the sorted column again reverses the order. */
export function SortButton() {
  const { columns } = useListScreen();
  const { sort, setSort } = useListContext();
  const translate = useTranslate();
  const menu = useAnchor('menu');
  const Arrow = sort.order === 'ASC' ? ArrowUpwardIcon : ArrowDownwardIcon;
  const sorted = columns.find((column) => column.sort === sort.field);
  return (
    <>
      <Button
        {...menu.trigger}
        variant="text"
        endIcon={<Arrow aria-hidden />}
        aria-label={translate('lists.sortedBy', { name: sorted?.label ?? '' })}
        sx={{ minWidth: 0, flex: '0 1 auto', overflow: 'hidden' }}
      >
        {sorted?.label ?? translate('ra.action.sort')}
      </Button>
      <Menu {...menu.popup}>
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
                menu.close();
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
