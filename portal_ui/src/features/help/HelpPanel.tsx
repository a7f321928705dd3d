import CloseIcon from '@mui/icons-material/Close';
import ListIcon from '@mui/icons-material/FormatListBulleted';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useMeta } from '../../api/meta';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';
import { useCloseOnBack } from '../../core/routing/useCloseOnBack';
import { findGuide } from './guides';
import { HelpArticle } from './HelpArticle';
import { HelpContents } from './HelpContents';
import { HelpMessages } from './HelpMessages';
import { useHelp } from './texts';

const width = 420;

type Props = { onClose: () => void };

/** Help panel with the page about the current screen and links to all others. */
export default function HelpPanel(props: Props) {
  return (
    <HelpMessages>
      <Panel {...props} />
    </HelpMessages>
  );
}

function Panel({ onClose }: Props) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const id = useId();
  const { texts } = useHelp();
  const { shown, choice, setShown } = useOpenArticle();
  // Wide viewports show the panel docked next to the page; on others it is a modal dialog.
  const beside = useMediaQuery((theme) => theme.breakpoints.up('xl'));
  useReturnFocus(beside);
  useCloseOnBack(() => !beside && onClose());
  const title = useRef<HTMLHeadingElement>(null);
  // A docked panel follows the user's navigation: only opening it or a choice in it moves the focus.
  const cue = beside ? choice : shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus the title whenever another page is shown
  useEffect(() => title.current?.focus(), [cue]);

  const close = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
  return (
    <Drawer
      open
      anchor="right"
      variant={beside ? 'persistent' : 'temporary'}
      onClose={onClose}
      slotProps={{
        paper: {
          role: beside ? 'complementary' : 'dialog',
          'aria-labelledby': id,
          onKeyDown: beside ? close : undefined,
          sx: { width, maxWidth: '100%' },
        },
      }}
      sx={{ '@media print': { display: 'none' } }}
    >
      {beside && <GlobalStyles styles={{ '#main-content': { marginInlineEnd: width } }} />}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, padding: 1, paddingInlineStart: 2 }}>
        <Typography component="p" sx={{ flex: 1, color: 'text.secondary' }}>
          {translate('shell.help')}
        </Typography>
        {shown && (
          <Button variant="text" startIcon={<ListIcon />} onClick={() => setShown(null)}>
            {translate('help.all')}
          </Button>
        )}
        <IconButton aria-label={translate('shared.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', paddingInline: 2, paddingBottom: 3 }}>
        <Typography
          ref={title}
          id={id}
          variant="h1"
          component="h2"
          tabIndex={-1}
          sx={{ marginBottom: 1.5, outline: 'none' }}
        >
          {shown ? texts.get(shown)?.title : translate('help.title')}
        </Typography>
        {shown ? (
          <>
            <HelpArticle key={shown} name={shown} heading="h3" onOpen={setShown} />
            <Button
              component={RouterLink}
              to={path(`help/${shown}`)}
              target="_blank"
              variant="text"
              startIcon={<OpenInNewIcon />}
              sx={{ marginTop: 2 }}
            >
              {translate('help.open')}
            </Button>
          </>
        ) : (
          <HelpContents heading="h3" onOpen={setShown} />
        )}
      </Box>
    </Drawer>
  );
}

/** Return the help page to show. A choice of the user is kept until the screen or its tab changes. */
function useOpenArticle() {
  const { role } = useMeta();
  const { pathname, search } = useLocation();
  const here = findGuide(role, pathname, search)?.name ?? null;
  const [chosen, setChosen] = useState({ here, shown: here });
  return {
    shown: chosen.here === here ? chosen.shown : here,
    choice: chosen,
    setShown: (shown: string | null) => setChosen({ here, shown }),
  };
}

/** Return the focus to the button when the docked panel closes. The modal dialog does so itself. */
function useReturnFocus(beside: boolean) {
  useEffect(() => {
    if (!beside) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [beside]);
}
