import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useCallback, useEffect, useState } from 'react';
import { LazyDialog } from '../../core/ui/LazyDialog';
import { preloadOnIdle } from '../../core/ui/preloadOnIdle';
import { useSearchPlaceholder } from './useSearchPlaceholder';

const loadSearchDialog = () => import('./SearchDialog');

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Global search: field on desktop, icon on a phone, shortcut Ctrl+K everywhere. */
export function GlobalSearch() {
  const translate = useTranslate();
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'));
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);

  // Users type immediately after Ctrl+K: if the chunk loaded only then, the first characters would be lost.
  useEffect(() => preloadOnIdle([loadSearchDialog]), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // An open dialog keeps precedence.
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  const placeholder = useSearchPlaceholder();
  const opens = {
    onClick: () => setOpen(true),
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': 'Control+K Meta+K',
  } as const;
  return (
    <>
      {isWide ? (
        <ButtonBase
          {...opens}
          sx={(theme) => ({
            ...theme.typography.body1,
            display: 'flex',
            justifyContent: 'flex-start',
            gap: 1,
            width: 440,
            maxWidth: '100%',
            minHeight: 36,
            paddingInline: 1.25,
            borderRadius: 1,
            border: `1px solid ${theme.portal.fieldBorder}`,
            color: theme.portal.text3,
            '&:hover': { borderColor: theme.vars.palette.text.primary },
          })}
        >
          <SearchIcon aria-hidden fontSize="small" />
          <Typography component="span" noWrap sx={{ flex: 1, font: 'inherit', textAlign: 'start' }}>
            {placeholder}
          </Typography>
          <Box
            component="kbd"
            aria-hidden
            sx={(theme) => ({
              ...theme.typography.caption,
              paddingInline: 0.75,
              borderRadius: 0.5,
              border: `1px solid ${theme.portal.buttonBorder}`,
              whiteSpace: 'nowrap',
            })}
          >
            {translate(isMac ? 'search.keyMac' : 'search.key')}
          </Box>
        </ButtonBase>
      ) : (
        <IconButton {...opens} aria-label={translate('search.label')}>
          <SearchIcon />
        </IconButton>
      )}
      {open && <LazyDialog load={loadSearchDialog} onClose={close} />}
    </>
  );
}
