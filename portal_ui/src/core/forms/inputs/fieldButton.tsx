import type { SvgIconComponent } from '@mui/icons-material';
import IconButton from '@mui/material/IconButton';

/** Style of a field with a button at its end. */
const fieldStyle = { paddingInlineEnd: 0, '&& input': { paddingInlineEnd: 0 } } as const;

/** Style of a button in a field, narrow and in line with the arrow of a select. */
const buttonStyle = {
  width: 44,
  height: 44,
  marginInlineEnd: '-2px',
  '@media (pointer: fine)': { width: 32, height: 32, marginInlineEnd: '4px' },
} as const;

/** Build the `slotProps` of a text input with a button at its end. */
export const withFieldButton = (Icon: SvgIconComponent, label: string, onClick: () => void) => ({
  input: {
    sx: fieldStyle,
    endAdornment: (
      <IconButton aria-label={label} onClick={onClick} sx={buttonStyle}>
        <Icon />
      </IconButton>
    ),
  },
});
