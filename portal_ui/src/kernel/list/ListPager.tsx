import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { ListState } from './listState';

type Props = {
  state: ListState;
  total: number | undefined;
  sizes: readonly number[];
  /** The rows are entries of a catalogue, not requests. */
  ofEntries?: boolean;
  onChange: (part: Partial<ListState>) => void;
};

/** Rows per page, what is shown of how many, and the way to the other pages. */
export function ListPager({ state: { page, size }, total, sizes, ofEntries = false, onChange }: Props) {
  const translate = useTranslate();
  const id = useId();
  const pages = pageCount(total ?? 0, size);
  const from = (page - 1) * size + 1;
  const range = { from, to: Math.min(from + size - 1, total ?? 0), total };
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        padding: 1.5,
        paddingInlineStart: 2,
        '& button, & .MuiSelect-root, & .size': { displayPrint: 'none' },
      }}
    >
      <Typography id={id} className="size" sx={{ color: 'text.secondary' }}>
        {translate('lists.rowsPerPage')}
      </Typography>
      <Select
        size="small"
        value={size}
        onChange={(event) => onChange({ size: event.target.value })}
        input={<OutlinedInput size="small" />}
        SelectDisplayProps={{ 'aria-labelledby': id }}
      >
        {sizes.map((one) => (
          <MenuItem key={one} value={one}>
            {one}
          </MenuItem>
        ))}
      </Select>
      <Box sx={{ flex: 1 }} />
      <Typography className="tabular" role="status" sx={{ color: 'text.secondary' }}>
        {total ? translate(ofEntries ? 'lists.showingEntries' : 'lists.showing', range) : ''}
      </Typography>
      <IconButton
        aria-label={translate('lists.previousPage')}
        disabled={page <= 1}
        onClick={() => onChange({ page: page - 1 })}
      >
        <ChevronLeftIcon />
      </IconButton>
      <Typography className="tabular" variant="body2" sx={{ color: 'text.tertiary' }}>
        {total === undefined ? '' : translate('lists.page', { page, pages: Math.max(pages, 1) })}
      </Typography>
      <IconButton
        aria-label={translate('lists.nextPage')}
        disabled={page >= pages}
        onClick={() => onChange({ page: page + 1 })}
      >
        <ChevronRightIcon />
      </IconButton>
    </Box>
  );
}

export function pageCount(total: number, size: number): number {
  return Math.ceil(total / size);
}
