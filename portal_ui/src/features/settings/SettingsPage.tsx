import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useGetList, useTranslate } from 'ra-core';
import { useMeta } from '../../api/meta';
import { accountRequestsKey, usePendingAccountRequests } from '../../api/pendingAccountRequests';
import { checklistQuery, countIncompleteSteps } from '../../api/setup';
import type { PageMeta, ResourceMeta } from '../../api/types';
import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';
import { useFormat } from '../../core/i18n/format';
import { groupSettings } from '../../core/layout/navigationPages';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';
import { IconTile } from '../../core/ui/IconTile';
import { PageHeader } from '../../core/ui/PageHeader';
import { StatusChip } from '../../core/ui/StatusChip';
import { getSettingsIcon } from './icons';

const Messages = createMessagesProvider(import.meta.glob('../../../../locale/*/settings.json'));

/** Page of the settings: groups of all administration pages. */
export default function SettingsPage() {
  return (
    <Messages>
      <Groups />
    </Messages>
  );
}

function Groups() {
  const translate = useTranslate();
  const { pages } = useMeta();
  return (
    <>
      <PageHeader title={translate('settings.title')} subtitle={translate('settings.subtitle')} />
      <Box sx={columnsStyle}>
        {groupSettings(pages).map(([group, entries]) => (
          <Box key={group} component="section" aria-labelledby={`settings-${group}`} sx={groupStyle}>
            <Typography id={`settings-${group}`} component="h2" variant="h3" sx={{ marginBottom: 1 }}>
              {translate(`settings.groups.${group}`)}
            </Typography>
            <Card component="ul" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
              {entries.map((page) => (
                <Entry key={page.path} page={page} />
              ))}
            </Card>
          </Box>
        ))}
      </Box>
    </>
  );
}

function Entry({ page: { path: route, label, icon } }: { page: PageMeta }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const { resources } = useMeta();
  const list = resources.find((resource) => resource.path === route);
  return (
    <Box component="li" sx={rowStyle}>
      <IconTile icon={getSettingsIcon(icon)} size={36} iconSize={20} />
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <RouterLink className="name" to={path(route)}>
          {label}
        </RouterLink>
        <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
          {route === 'setup' ? <SetupText /> : translate(`settings.texts.${route}`, { _: '' })}
        </Typography>
      </Box>
      <Fact route={route} list={list} />
      <ChevronRightIcon aria-hidden />
    </Box>
  );
}

/** Steps of the setup that are open. */
function SetupText() {
  const translate = useTranslate();
  const { data } = useQuery(checklistQuery);
  const steps = (data ?? []).flatMap(({ key, problems }) =>
    problems.length > 0 ? translate(`settings.steps.${key}`) : [],
  );
  return steps.length > 0 ? translate('settings.open', { steps: steps.join(', ') }) : translate('settings.texts.setup');
}

/** Count of the entries, or a pill if something needs attention. */
function Fact({ route, list }: { route: string; list: ResourceMeta | undefined }) {
  if (route === 'setup') return <SetupFact />;
  if (list?.name === accountRequestsKey) return <PendingFact />;
  if (list?.name === 'mails') return <FailedMailsFact />;
  return list && !hasEndlessRows.has(list.name) ? <CountFact list={list} /> : null;
}

/** Logs that grow forever, so that their count has no meaning. */
const hasEndlessRows = new Set(['audit']);

const firstRow = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'DESC' } } as const;

function CountFact({ list: { name, defaultSort } }: { list: ResourceMeta }) {
  const translate = useTranslate();
  const format = useFormat();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [field, order] = defaultSort;
  const { total } = useGetList(name, { ...firstRow, sort: { field, order } });
  if (total === undefined) return null;
  const number = format.number(total);
  return (
    <span className="count">
      {isPhone ? number : translate(`lists.counts.${name}`, { smart_count: total, total: number, _: number })}
    </span>
  );
}

function SetupFact() {
  const translate = useTranslate();
  const { data } = useQuery(checklistQuery);
  const missing = countIncompleteSteps(data);
  if (missing === undefined) return null;
  if (missing === 0) return <span className="count">{translate('settings.complete')}</span>;
  return <span className="count pill">{translate('settings.missing', { smart_count: missing })}</span>;
}

function PendingFact() {
  const translate = useTranslate();
  const count = usePendingAccountRequests();
  return count > 0 ? (
    <span className="count pill">{translate('settings.toReview', { smart_count: count })}</span>
  ) : null;
}

function FailedMailsFact() {
  const translate = useTranslate();
  const { total = 0 } = useGetList('mails', {
    ...firstRow,
    sort: { field: 'createdAt', order: 'DESC' },
    filter: { state: ['FAILED'] },
  });
  return total > 0 ? <StatusChip tone="rejected" label={translate('settings.failed', { smart_count: total })} /> : null;
}

/** Two columns; the first one is filled before the second. */
const columnsStyle = { columnCount: { xs: 1, md: 2 }, columnGap: 3, maxWidth: 1240 } as const;
const groupStyle = { breakInside: 'avoid', paddingBottom: 2.5 } as const;

const rowStyle = (theme: Theme) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 60,
  paddingInline: 2,
  paddingBlock: 1,
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '&:hover': { backgroundColor: theme.portal.recessed },
  '& .name': { color: 'inherit', textDecoration: 'none', fontWeight: 'fontWeightBold' },
  // The link covers the whole row.
  '& .name::after': { content: '""', position: 'absolute', inset: 0 },
  '& .name:focus-visible': { outline: 'none' },
  '& .name:focus-visible::after': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
  '& .count': { ...theme.typography.body2, flex: 'none', color: theme.vars.palette.text.secondary },
  // Not in the colors of statuses.
  '& .pill': {
    ...theme.typography.caption,
    fontWeight: 'fontWeightBold',
    padding: '3px 10px',
    borderRadius: 99,
    color: theme.portal.accentText,
    backgroundColor: theme.portal.accentSoft,
  },
  '& > svg': { flex: 'none', fontSize: 18, color: theme.portal.text3 },
});
