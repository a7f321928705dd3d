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
  const { article, choice, setArticle } = useOpenArticle();
  // Wide viewports show the panel docked next to the page; on others it is a modal dialog.
  const isDocked = useMediaQuery((theme) => theme.breakpoints.up('xl'));
  useReturnFocus(isDocked);
  useCloseOnBack(() => !isDocked && onClose());
  const title = useRef<HTMLHeadingElement>(null);
  // A docked panel follows the user's navigation: only opening it or a choice in it moves the focus.
  const focusTrigger = isDocked ? choice : article;
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus the title whenever another page is shown
  useEffect(() => title.current?.focus(), [focusTrigger]);

  const close = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
  return (
    <Drawer
      open
      anchor="right"
      variant={isDocked ? 'persistent' : 'temporary'}
      onClose={onClose}
      slotProps={{
        paper: {
          role: isDocked ? 'complementary' : 'dialog',
          'aria-labelledby': id,
          onKeyDown: isDocked ? close : undefined,
          sx: { width, maxWidth: '100%' },
        },
      }}
      sx={{ '@media print': { display: 'none' } }}
    >
      {isDocked && <GlobalStyles styles={{ '#main-content': { marginInlineEnd: width } }} />}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, padding: 1, paddingInlineStart: 2 }}>
        <Typography component="p" sx={{ flex: 1, color: 'text.secondary' }}>
          {translate('shell.help')}
        </Typography>
        {article && (
          <Button variant="text" startIcon={<ListIcon />} onClick={() => setArticle(null)}>
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
          {article ? texts.get(article)?.title : translate('help.title')}
        </Typography>
        {article ? (
          <>
            <HelpArticle key={article} name={article} heading="h3" onOpen={setArticle} />
            <Button
              component={RouterLink}
              to={path(`help/${article}`)}
              target="_blank"
              variant="text"
              startIcon={<OpenInNewIcon />}
              sx={{ marginTop: 2 }}
            >
              {translate('help.open')}
            </Button>
          </>
        ) : (
          <HelpContents heading="h3" onOpen={setArticle} />
        )}
      </Box>
    </Drawer>
  );
}

/** Return the help page to show. A choice of the user is kept until the screen or its tab changes. */
function useOpenArticle() {
  const { role } = useMeta();
  const { pathname, search } = useLocation();
  const screenArticle = findGuide(role, pathname, search)?.name ?? null;
  const [chosen, setChosen] = useState({ screenArticle, article: screenArticle });
  return {
    article: chosen.screenArticle === screenArticle ? chosen.article : screenArticle,
    choice: chosen,
    setArticle: (article: string | null) => setChosen({ screenArticle, article }),
  };
}

/** Return the focus to the button when the docked panel closes. The modal dialog does so itself. */
function useReturnFocus(isDocked: boolean) {
  useEffect(() => {
    if (!isDocked) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [isDocked]);
}
