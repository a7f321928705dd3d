import DoneAllIcon from '@mui/icons-material/DoneAll';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useGetList, useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { getCount, inboxPath, useCounters } from '../../api/counters';
import { useMarkSeen } from '../../api/inAppNotifications';
import { useMeta } from '../../api/meta';
import type { InAppNotifications } from '../../api/types';
import { DAY_MS, useFormat } from '../i18n/format';
import { toNewYorkParts } from '../i18n/newYorkTime';
import { getRecordRoute, type Row } from '../lists/rows';
import { LocalizedLink } from '../routing/links';
import { DateTime } from '../ui/DateTime';
import { useErrorMessage } from '../ui/errorMessage';
import { IconTile } from '../ui/IconTile';
import { getIcon } from './icons';

type NotificationEntry = InAppNotifications['content'][number];
type Panel = 'all' | 'mine';

const ICON_SIZE = 34;
/** Maximum number of requests in the tab, which links to the list. */
const MAX_WAITING = 8;

interface NotificationsPanelProps {
  notifications: InAppNotifications | undefined;
  unreadCount: number;
  error: Error | null;
  onClose: () => void;
}

/** Notifications by day, and a tab with the requests that need the user's action. */
export default function NotificationsPanel({ notifications, unreadCount, error, onClose }: NotificationsPanelProps) {
  const translate = useTranslate();
  const id = useId();
  const message = useErrorMessage();
  const counters = useCounters();
  const waiting = counters ? getCount(counters) : 0;
  const markSeen = useMarkSeen(notifications);
  const [panel, setPanel] = useState<Panel>('all');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: 'min(640px, calc(100dvh - 72px))' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, paddingInline: 2, paddingTop: 1.5, minHeight: 48 }}>
        <Typography variant="h2">{translate('shell.notices.title')}</Typography>
        {unreadCount > 0 && (
          <Chip
            component="span"
            size="small"
            label={translate('shell.notices.freshCount', { smart_count: unreadCount })}
          />
        )}
        <Box sx={{ flex: 1 }} />
        {notifications && notifications.content.length > 0 && (
          <Button
            size="small"
            variant="text"
            startIcon={<DoneAllIcon />}
            disabled={unreadCount === 0}
            onClick={() => markSeen.mutate()}
          >
            {translate('shell.notices.markSeen')}
          </Button>
        )}
      </Box>
      {counters && (
        <Tabs
          value={panel}
          onChange={(_, chosen: Panel) => setPanel(chosen)}
          aria-label={translate('shell.notices.title')}
          sx={{ minHeight: 40, paddingInline: 1, '& .MuiTab-root': { minHeight: 40, minWidth: 0, paddingInline: 1 } }}
        >
          <Tab value="all" id={`${id}-all`} aria-controls={`${id}-panel`} label={translate('shell.notices.all')} />
          <Tab
            value="mine"
            id={`${id}-mine`}
            aria-controls={`${id}-panel`}
            label={translate('shell.notices.mine', { smart_count: waiting })}
          />
        </Tabs>
      )}
      <Box
        {...(counters && { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${panel}` })}
        sx={{ overflowY: 'auto', borderTop: 1, borderColor: 'divider', paddingBlock: 0.5 }}
      >
        {panel === 'mine' ? (
          <PendingActions count={waiting} onClose={onClose} />
        ) : notifications ? (
          <Days notifications={notifications.content} onClose={onClose} />
        ) : (
          <Empty>{error ? message(error) : translate('shared.loading')}</Empty>
        )}
      </Box>
    </Box>
  );
}

/** Return a formatter of days in New York: today, yesterday or the date. */
function useFormatDay(): (at: string) => string {
  const translate = useTranslate();
  const format = useFormat();
  const today = toNewYorkParts(Date.now()).day;
  // Calendar day in UTC: subtracting 24 hours fails on days when the clocks change.
  const yesterday = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10);
  return (at) => {
    const { day } = toNewYorkParts(at);
    if (day === today) return translate('shell.notices.today');
    return day === yesterday ? translate('shell.notices.yesterday') : format.day(day);
  };
}

function Days({ notifications, onClose }: { notifications: readonly NotificationEntry[]; onClose: () => void }) {
  const translate = useTranslate();
  const formatDay = useFormatDay();
  const getPathIcon = usePathIcon();
  if (notifications.length === 0) return <Empty>{translate('shell.notices.none')}</Empty>;
  const days = [...new Set(notifications.map(({ createdAt }) => formatDay(createdAt)))];
  return days.map((day) => (
    <section key={day}>
      <Typography variant="body2" component="h3" sx={{ color: 'text.secondary', paddingInline: 2, paddingBlock: 0.75 }}>
        {day}
      </Typography>
      <Entries>
        {notifications
          .filter(({ createdAt }) => formatDay(createdAt) === day)
          .map((notification) => {
            const { number, text } = splitTitle(notification.title);
            return (
              <Entry
                key={notification.id}
                icon={getPathIcon(notification.path ?? '')}
                title={text}
                detail={[number, notification.who].filter(Boolean).join(' · ')}
                at={notification.createdAt}
                isNew={notification.isNew}
                path={notification.path ?? null}
                onClose={onClose}
              />
            );
          })}
      </Entries>
    </section>
  ));
}

/** Split "R-2026-000007: In transit" into number and text; other titles are text. */
function splitTitle(title: string): { number: string; text: string } {
  const [, number = '', text = title] = /^([A-Z]-\d{4}-\d+): (.+)$/.exec(title) ?? [];
  return { number, text };
}

/** Return a getter of the icon of the list that a path belongs to. */
function usePathIcon(): (path: string) => string {
  const { resources } = useMeta();
  return (path) =>
    resources.find(
      ({ name, path: list, record }) =>
        name !== inboxPath &&
        (list === path || Object.values(record).some((route) => route && path.startsWith(route.replace(/\{.*$/, '')))),
    )?.icon ?? 'notifications';
}

/** Requests that need the user's action, latest first. */
function PendingActions({ count, onClose }: { count: number; onClose: () => void }) {
  const translate = useTranslate();
  const getPathIcon = usePathIcon();
  const resource = useMeta().resources.find(({ name }) => name === inboxPath);
  const { data, error } = useGetList<Row>(inboxPath, {
    pagination: { page: 1, perPage: MAX_WAITING },
    sort: { field: 'updatedAt', order: 'DESC' },
  });
  const message = useErrorMessage();
  if (count === 0) return <Empty>{translate('shell.nothingWaits')}</Empty>;
  if (!data) return <Empty>{error ? message(error) : translate('shared.loading')}</Empty>;
  return (
    <>
      <Entries>
        {data.map((row) => {
          const route = resource ? getRecordRoute(row, resource) : null;
          return (
            <Entry
              key={row.id}
              isUserAction
              icon={getPathIcon(route ?? '')}
              title={String(row.nextStep)}
              detail={[row.requestId, row.clientName].filter(Boolean).join(' · ')}
              at={String(row.updatedAt)}
              path={route}
              onClose={onClose}
            />
          );
        })}
      </Entries>
      <Box sx={{ borderTop: 1, borderColor: 'divider', paddingInline: 2, paddingBlock: 1.25 }}>
        <LocalizedLink to={inboxPath} onClick={onClose}>
          {translate('shell.waiting', { smart_count: count })}
        </LocalizedLink>
      </Box>
    </>
  );
}

function Entries({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {children}
    </Box>
  );
}

interface EntryProps {
  icon: string;
  title: string;
  detail: string;
  at: string;
  isNew?: boolean;
  /** Action required by the user. */
  isUserAction?: boolean;
  path: string | null;
  onClose: () => void;
}

/** Notification on two lines: icon, title, number and person, time, unread dot. */
function Entry({ icon, title, detail, at, isNew = false, isUserAction = false, path, onClose }: EntryProps) {
  const translate = useTranslate();
  const { time, monthAndDay } = useFormat();
  const name = isNew ? translate('shell.notices.isNew', { title }) : title;
  return (
    <Box
      component="li"
      sx={(theme) => ({
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 55,
        paddingInline: 2,
        paddingBlock: 0.75,
        '&:hover': path ? { backgroundColor: theme.portal.recessed } : {},
        '& a': { color: 'inherit', fontWeight: 'inherit', textDecoration: 'none' },
        '& a::after': { content: '""', position: 'absolute', inset: 0 },
      })}
    >
      <IconTile
        isRound
        icon={getIcon(icon)}
        size={ICON_SIZE}
        iconSize={18}
        variant={isUserAction ? 'accent' : 'idle'}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography
          noWrap
          title={title}
          sx={{
            fontWeight: isNew || isUserAction ? 'fontWeightBold' : 'fontWeightRegular',
            '&::first-letter': { textTransform: 'uppercase' },
          }}
        >
          {path ? (
            <LocalizedLink to={path} aria-label={[name, detail].filter(Boolean).join(', ')} onClick={onClose}>
              {title}
            </LocalizedLink>
          ) : (
            <>
              {isNew && <span style={visuallyHidden}>{name}</span>}
              <span aria-hidden={isNew || undefined}>{title}</span>
            </>
          )}
        </Typography>
        <Typography noWrap variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
          {detail}
        </Typography>
      </Box>
      <Typography
        variant="body2"
        className="tabular"
        sx={{ flexShrink: 0, alignSelf: 'flex-start', color: 'text.secondary' }}
      >
        <DateTime value={at}>{isUserAction ? monthAndDay(at) : time(at)}</DateTime>
      </Typography>
      <Box
        aria-hidden
        sx={{
          flexShrink: 0,
          width: 8,
          height: 8,
          borderRadius: '50%',
          backgroundColor: isNew ? 'primary.main' : 'transparent',
        }}
      />
    </Box>
  );
}

/** Message shown instead of entries. */
function Empty({ children }: { children: ReactNode }) {
  return (
    <Typography role="status" sx={{ paddingInline: 2, paddingBlock: 3, textAlign: 'center', color: 'text.secondary' }}>
      {children}
    </Typography>
  );
}
