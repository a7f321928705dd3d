import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { useTranslate } from 'ra-core';
import { type Anchor, useAnchor } from '../ui/useAnchor';
import { getNameColumn } from './listParams';
import { useListScreen } from './listScreen';
import { getDefaultColumns } from './useColumns';

/** Button that opens the column selection. */
export function ColumnsButton() {
  const { trigger, popup } = useAnchor('dialog');
  const translate = useTranslate();
  return (
    <>
      <Button {...trigger} variant="text" startIcon={<ColumnsIcon />}>
        {translate('lists.columns')}
      </Button>
      <ColumnsPopover {...popup} />
    </>
  );
}

/** Popover to select and order the columns of a list. */
function ColumnsPopover(popup: Anchor['popup']) {
  const translate = useTranslate();
  const { resource, columns, chooseColumns } = useListScreen();
  const all = resource.columns;
  const visibleKeys = columns.map(({ key }) => key);
  const ordered = [...columns, ...all.filter(({ key }) => !visibleKeys.includes(key))];
  const standard = getDefaultColumns(all);
  const toggle = (key: string) =>
    chooseColumns((keys) => (keys.includes(key) ? keys.filter((item) => item !== key) : [...keys, key]));
  const move = (key: string, by: number) =>
    chooseColumns((keys) => {
      const next = keys.filter((item) => item !== key);
      next.splice(keys.indexOf(key) + by, 0, key);
      return next;
    });
  return (
    <Popover
      {...popup}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': translate('lists.columns'), sx: { padding: 1, width: 320 } },
      }}
    >
      <Box component="ul" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {ordered.map(({ key, label }) => {
          const at = visibleKeys.indexOf(key);
          return (
            <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                sx={{ flex: 1, marginInlineStart: 0 }}
                label={label}
                disabled={key === getNameColumn(all)?.key}
                control={<Checkbox checked={at >= 0} onChange={() => toggle(key)} />}
              />
              <IconButton
                size="small"
                aria-label={translate('lists.moveUp', { name: label })}
                disabled={at <= 0}
                onClick={() => move(key, -1)}
              >
                <ArrowUpwardIcon />
              </IconButton>
              <IconButton
                size="small"
                aria-label={translate('lists.moveDown', { name: label })}
                disabled={at < 0 || at === visibleKeys.length - 1}
                onClick={() => move(key, 1)}
              >
                <ArrowDownwardIcon />
              </IconButton>
            </Box>
          );
        })}
      </Box>
      <Button
        variant="text"
        size="small"
        disabled={visibleKeys.join() === standard.join()}
        onClick={() => chooseColumns(() => standard)}
      >
        {translate('lists.resetColumns')}
      </Button>
    </Popover>
  );
}
