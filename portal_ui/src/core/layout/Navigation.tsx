import FeedbackIcon from '@mui/icons-material/FeedbackOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { Menu, SidebarClasses, useSidebarState } from 'react-admin';
import { useLocation } from 'react-router';
import { canRequireAction, formatBadge, getCount, inboxPath, useCounters } from '../../api/counters';
import { formatFullName, useMeta } from '../../api/meta';
import { accountRequestsKey, usePendingAccountRequests } from '../../api/pendingAccountRequests';
import type { PageMeta } from '../../api/types';
import { useLocalizedPath } from '../routing/links';
import { useParentList } from '../routing/parentList';
import { getIcon } from './icons';
import { NewRequestButton } from './NewRequestButton';
import { arrangeNavigation, groupSettings, SETTINGS_PATH } from './navigationPages';
import { useOpenFeedback } from './openFeedback';

/** Menu entries of the role, with counters. The server lists them (config/meta.py). */
export function Navigation() {
  const translate = useTranslate();
  const { pages, user } = useMeta();
  const { create, lists, otherEntries } = arrangeNavigation(pages);
  return (
    <Menu component="nav" role="navigation" aria-label={translate('shell.navigation')}>
      <NewRequestButton pages={create} />
      {lists.map((page) => (
        <NavigationItem key={page.path} page={page} />
      ))}
      {otherEntries.length > 0 && <Divider aria-hidden sx={{ marginBlock: 1 }} />}
      {otherEntries.map((page) => (
        <NavigationItem key={page.path} page={page} />
      ))}
      <Typography
        variant="body2"
        sx={{ display: { sm: 'none' }, padding: 2, paddingBottom: 0, color: 'text.secondary' }}
      >
        {translate('shell.hello', { name: formatFullName(user) })}
      </Typography>
      <FeedbackButton />
    </Menu>
  );
}

/** Last entry of the navigation; a button, as it opens a dialog. */
function FeedbackButton() {
  const translate = useTranslate();
  const [open, setOpen] = useSidebarState();
  const openFeedback = useOpenFeedback();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const label = translate('feedback.label');
  return (
    <Button
      variant="text"
      startIcon={<FeedbackIcon aria-hidden />}
      aria-haspopup="dialog"
      aria-label={label}
      title={open ? undefined : label}
      onClick={() => {
        if (isPhone) setOpen(false);
        openFeedback();
      }}
      sx={feedbackStyle}
    >
      {open && label}
    </Button>
  );
}

/** Style with the size and icon alignment of the menu entries. */
const feedbackStyle = {
  marginTop: 'auto',
  justifyContent: 'flex-start',
  paddingInline: 1,
  '& .MuiButton-startIcon': { minWidth: 28, margin: 0 },
  '.RaMenu-closed &': { paddingInline: '15px' },
} as const;

/** Scroll the navigation to an entry. scrollIntoView would move the start of Tab past the skip link. */
function scrollEntryIntoView(entryContent: HTMLElement | null): void {
  const [entry, list] = [entryContent?.closest('a'), entryContent?.closest(`.${SidebarClasses.fixed}`)];
  if (!entry || !list) return;
  const [entryBox, listBox] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += Math.max(0, entryBox.bottom - listBox.bottom) + Math.min(0, entryBox.top - listBox.top);
}

/** Label style of the open navigation. If closed, wrapping would increase the height of the icons. */
const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

function NavigationItem({ page: { path: route, label, icon }, ...item }: { page: PageMeta }) {
  const path = useLocalizedPath();
  const { pages, resources } = useMeta();
  const { pathname } = useLocation();
  const isCurrentPage = pathname === path(route);
  // The page of a record, or of a new one, marks its list.
  const parent = useParentList()?.path;
  // A page opened from the settings page marks the settings entry.
  const settingsPages = route === SETTINGS_PATH ? groupSettings(pages).flatMap(([, ofGroup]) => ofGroup) : [];
  const isCurrentSection =
    parent === route || settingsPages.some((page) => path(page.path) === pathname || (parent && page.path === parent));
  const isCurrent = isCurrentPage || isCurrentSection;
  const content = useRef<HTMLElement>(null);
  // The entries of administrators are higher than most screens.
  useEffect(() => {
    if (isCurrent) scrollEntryIntoView(content.current);
  }, [isCurrent]);
  const [open] = useSidebarState();
  const Icon = getIcon(icon);
  const list = resources.find((resource) => resource.path === route);
  const kinds = list && (route === inboxPath || canRequireAction(list)) ? Object.keys(list.record) : [];
  return (
    <Menu.Item
      {...item}
      to={path(route)}
      role="link"
      aria-current={isCurrentPage ? 'page' : isCurrentSection || undefined}
      leftIcon={<Icon aria-hidden />}
      primaryText={
        <Box ref={content} component="span" sx={{ display: 'flex', alignItems: 'center', gap: '2px' }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0, ...(open ? wrapped : { whiteSpace: 'nowrap' }) }}>
            {label}
          </Box>
          {list?.name === accountRequestsKey ? (
            <PendingAccountRequestsBadge isHighlighted={isCurrent} />
          ) : (
            <WaitingBadge kinds={kinds} isHighlighted={isCurrent} />
          )}
        </Box>
      }
    />
  );
}

/** Number of requests of these types that require action by the user. */
function WaitingBadge({ kinds, isHighlighted }: { kinds: readonly string[]; isHighlighted: boolean }) {
  return (
    <CountBadge count={getCount(useCounters() ?? [], kinds)} label="shell.waiting" isHighlighted={isHighlighted} />
  );
}

/** Number of pending account requests. Fetched only for roles that have the entry. */
function PendingAccountRequestsBadge({ isHighlighted }: { isHighlighted: boolean }) {
  return <CountBadge count={usePendingAccountRequests()} label="lists.waitForYou" isHighlighted={isHighlighted} />;
}

function CountBadge({ count, label, isHighlighted }: { count: number; label: string; isHighlighted: boolean }) {
  const translate = useTranslate();
  if (count === 0) return null;
  return (
    <Box
      component="span"
      role="img"
      aria-label={translate(label, { smart_count: count })}
      sx={(theme) => ({
        ...theme.typography.caption,
        fontWeight: theme.typography.fontWeightBold,
        minWidth: 20,
        padding: '2px 5px',
        textAlign: 'center',
        borderRadius: 99,
        color: isHighlighted ? theme.vars.palette.primary.contrastText : theme.status.idle.text,
        backgroundColor: isHighlighted ? theme.vars.palette.primary.main : theme.status.idle.background,
      })}
    >
      {formatBadge(count)}
    </Box>
  );
}
