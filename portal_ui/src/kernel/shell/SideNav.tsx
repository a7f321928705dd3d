import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Fragment } from 'react';
import { useLocation } from 'react-router';
import { badgeText } from '../../server/counters';
import { useMeta } from '../../server/meta';
import type { PageMeta } from '../../server/types';
import { RouterLink, usePath } from '../../shared/links';
import { Brand } from './Brand';
import { iconOf } from './icons';
import { grouped } from './navigation';

/** The lists of requests are what the portal is for: they need no heading. */
const unheaded = 'lists';

type Props = { badges: Record<string, number>; onGo?: () => void };

/** The side navigation: what the role can open, with what waits for the user. */
export function SideNav({ badges, onGo }: Props) {
  const translate = useTranslate();
  const { pages } = useMeta();
  return (
    <Box component="nav" aria-label={translate('shell.navigation')} sx={{ padding: 1.5 }}>
      <Box sx={{ paddingInline: 1, paddingTop: 1, paddingBottom: 2 }}>
        <Brand />
      </Box>
      {grouped(pages).map(([group, entries]) => (
        <Fragment key={group}>
          {group !== unheaded && (
            <Typography variant="subtitle2" component="p" sx={{ padding: 1, paddingTop: 2, color: 'text.tertiary' }}>
              {translate(`shell.groups.${group}`, { _: group })}
            </Typography>
          )}
          <NavList {...{ entries, badges, onGo }} />
        </Fragment>
      ))}
    </Box>
  );
}

function NavList({
  entries,
  badges,
  onGo,
}: {
  entries: readonly PageMeta[];
  badges: Record<string, number>;
  onGo?: () => void;
}) {
  return (
    <Box component="ul" sx={{ display: 'grid', gap: '2px', margin: 0, padding: 0, listStyle: 'none' }}>
      {entries.map((entry) => (
        <NavItem key={entry.path} entry={entry} count={badges[entry.path] ?? 0} onGo={onGo} />
      ))}
    </Box>
  );
}

function NavItem({ entry, count, onGo }: { entry: PageMeta; count: number; onGo: (() => void) | undefined }) {
  const path = usePath();
  const { pathname } = useLocation();
  const here = pathname === path(entry.path);
  const Icon = iconOf(entry.icon);
  return (
    <li>
      <ButtonBase
        component={RouterLink}
        to={path(entry.path)}
        onClick={onGo}
        aria-current={here ? 'page' : undefined}
        sx={(theme) => ({
          ...theme.typography.subtitle1,
          width: '100%',
          minHeight: 34,
          gap: 1.25,
          paddingInline: 1,
          justifyContent: 'flex-start',
          textAlign: 'start',
          borderRadius: 1,
          color: here ? theme.portal.accentText : theme.vars.palette.text.secondary,
          backgroundColor: here ? theme.portal.accentSoft : 'transparent',
          fontWeight: here ? theme.typography.fontWeightBold : theme.typography.fontWeightMedium,
          '&:hover': { backgroundColor: here ? theme.portal.accentSoft : theme.portal.sunk },
          '@media (pointer: coarse)': { minHeight: 44 },
        })}
      >
        <Icon aria-hidden sx={{ fontSize: 18 }} />
        <Box component="span" sx={{ flex: 1 }}>
          {entry.label}
        </Box>
        {count > 0 && <Count count={count} strong={here} />}
      </ButtonBase>
    </li>
  );
}

function Count({ count, strong }: { count: number; strong: boolean }) {
  const translate = useTranslate();
  return (
    <Box
      component="span"
      role="img"
      aria-label={translate('shell.waiting', { smart_count: count })}
      sx={(theme) => ({
        ...theme.typography.caption,
        fontWeight: theme.typography.fontWeightBold,
        minWidth: 20,
        padding: '2px 7px',
        textAlign: 'center',
        borderRadius: 99,
        color: strong ? theme.vars.palette.primary.contrastText : theme.status.idle.text,
        backgroundColor: strong ? theme.vars.palette.primary.main : theme.status.idle.ground,
      })}
    >
      {badgeText(count)}
    </Box>
  );
}
