/** Style of a field with a button at its end. */
export const buttonFieldStyle = { paddingInlineEnd: 0, '&& input': { paddingInlineEnd: 0 } } as const;

/** Style of a button in a field, narrow and in line with the arrow of a select. */
export const fieldButtonStyle = {
  marginInlineEnd: '-2px',
  '@media (pointer: fine)': { width: 32, height: 32, marginInlineEnd: '4px' },
} as const;
