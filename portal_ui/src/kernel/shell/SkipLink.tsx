import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';

/** The first stop of the Tab key: over the navigation, to the page. Not an address, since '#' is the router's. */
export function SkipLink() {
  const translate = useTranslate();
  return (
    <Button
      variant="contained"
      color="primary"
      onClick={() => document.getElementById('main')?.focus()}
      sx={(theme) => ({
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: theme.zIndex.tooltip,
        '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
      })}
    >
      {translate('shell.skip')}
    </Button>
  );
}
