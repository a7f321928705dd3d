import PartsIcon from '@mui/icons-material/Inventory2Outlined';
import InboxIcon from '@mui/icons-material/MoveToInboxOutlined';
import SupportIcon from '@mui/icons-material/SupportAgentOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ElementType, type ReactNode, useState } from 'react';
import type { Alias, InstrumentHistory, Visit } from '../../api/instruments';
import { getChoiceName, useMeta } from '../../api/meta';
import { AttachmentsButton } from '../../core/files/AttachmentsButton';
import { useFormat } from '../../core/i18n/format';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';
import { DateTime } from '../../core/ui/DateTime';
import { TONE_ICONS } from '../../core/ui/StatusChip';
import { ServiceLane } from './ServiceLane';
import { getVisitCost, groupEntriesByYear, isAway, type TimelineEntry, type TimelineFilter } from './summary';

const ICON_SIZE = 28;
const FILTERS: readonly TimelineFilter[] = ['all', 'repairs', 'support'];

/** Twelve-month chart, then all requests of an instrument by year, newest first. */
export function Timeline({ history }: { history: InstrumentHistory }) {
  const translate = useTranslate();
  const [filter, setFilter] = useState<TimelineFilter>('all');
  const { visits, namedIn } = history;
  const isEmpty = visits.length + namedIn.length === 0;
  return (
    <Card component="section" sx={{ padding: 2, display: 'grid', gap: 2, alignContent: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h2">{translate('instrumentPage.timeline')}</Typography>
        {visits.length > 0 && namedIn.length > 0 && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={filter}
            onChange={(_, chosen: TimelineFilter | null) => chosen && setFilter(chosen)}
            aria-label={translate('instrumentPage.filter.label')}
          >
            {FILTERS.map((each) => (
              <ToggleButton key={each} value={each}>
                {translate(`instrumentPage.filter.${each}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
      </Box>
      {isEmpty ? (
        <Typography sx={{ color: 'text.secondary' }}>{translate('instrumentPage.never')}</Typography>
      ) : (
        <>
          <ServiceLane history={history} />
          {groupEntriesByYear(history, filter).map(({ year, entries }) => (
            <Box
              key={year}
              component="section"
              sx={{ '&:first-of-type': { borderTop: 1, borderColor: 'divider', paddingTop: 2 } }}
            >
              <Typography
                variant="subtitle2"
                component="h3"
                className="tabular"
                sx={{ color: 'text.secondary', marginBottom: 1 }}
              >
                {year}
              </Typography>
              <Box component="ol" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
                {entries.map((entry) => (
                  <Entry key={buildEntryKey(entry)} entry={entry} />
                ))}
              </Box>
            </Box>
          ))}
        </>
      )}
    </Card>
  );
}

const buildEntryKey = (entry: TimelineEntry): string =>
  entry.type === 'mention'
    ? `mention ${entry.mention.request.id}`
    : `${entry.type} ${entry.visit.request.id} ${entry.at}`;

function Entry({ entry }: { entry: TimelineEntry }) {
  if (entry.type === 'mention') return <MentionEntry mention={entry.mention} />;
  return entry.type === 'sent' ? <SentEntry visit={entry.visit} /> : <StateEntry visit={entry.visit} at={entry.at} />;
}

/** Entry for the current or final state of a repair. */
function StateEntry({ visit, at }: { visit: Visit; at: string }) {
  const translate = useTranslate();
  const { money } = useFormat();
  const { choices } = useMeta();
  const { diagnosticInfo: info, repairStatus, replacementSerial, completedAt, status } = visit;
  const cost = getVisitCost(visit);
  const result = visit.isMissing
    ? translate('instrumentPage.notReceived')
    : ((repairStatus && getChoiceName(choices.repairStatus, repairStatus)) ?? info.status?.value);
  const replacement = repairStatus === 'REPLACED' && replacementSerial;
  return (
    <EntryLine
      at={at}
      icon={TONE_ICONS[status.tone]}
      tone={status.tone}
      title={status.value}
      route={`process-repair/${visit.request.id}`}
      number={visit.request.number}
      amount={cost ? money(cost) : null}
      // A quote is not a cost.
      amountNote={cost && !visit.isSpent ? translate('instrumentPage.quoted') : null}
    >
      <EntryText strong={result}>
        {[
          visit.repairComment || info.comment,
          replacement && translate('instruments.replacedBy', { serial: replacement }),
        ]
          .filter(Boolean)
          .join(' ')}
      </EntryText>
      {completedAt && isAway(visit) && (
        <EntryText>{translate('instrumentPage.away', { smart_count: visit.days })}</EntryText>
      )}
    </EntryLine>
  );
}

/** Entry for the submission of a request, with its problem and files. */
function SentEntry({ visit }: { visit: Visit }) {
  const translate = useTranslate();
  return (
    <EntryLine
      at={visit.createdAt}
      icon={InboxIcon}
      tone="idle"
      title={translate('instrumentPage.requested')}
      route={`process-repair/${visit.request.id}`}
      number={visit.request.number}
    >
      <EntryText>{visit.problemDescription}</EntryText>
      {visit.attachments.length > 0 && (
        <Box sx={{ marginInlineStart: -1 }}>
          <AttachmentsButton files={visit.attachments} ownerName={visit.request.number} />
        </Box>
      )}
    </EntryLine>
  );
}

/** Entry for another request that names the instrument. */
function MentionEntry({ mention }: { mention: Alias }) {
  const { resources, choices } = useMeta();
  const route = resources.map(({ record }) => record[mention.kind]).find(Boolean) ?? '';
  return (
    <EntryLine
      at={mention.createdAt}
      icon={mention.kind === 'REMOTE_SUPPORT' ? SupportIcon : PartsIcon}
      tone={mention.status.tone}
      title={getChoiceName(choices.kinds, mention.kind)}
      route={route.replace('{id}', String(mention.request.id))}
      number={mention.request.number}
    >
      <EntryText strong={mention.title}>{mention.status.value}</EntryText>
    </EntryLine>
  );
}

interface EntryLineProps {
  at: string;
  icon: ElementType;
  tone: Visit['status']['tone'];
  title: string;
  route: string;
  number: string;
  amount?: string | null;
  amountNote?: string | null;
  children: ReactNode;
}

/** Row of the timeline: date, connected icon, title, number, amount and text. */
function EntryLine({ at, icon: Icon, tone, title, route, number, amount, amountNote, children }: EntryLineProps) {
  const path = useLocalizedPath();
  const { monthAndDay } = useFormat();
  return (
    <Box
      component="li"
      sx={(theme) => ({
        position: 'relative',
        display: 'grid',
        columnGap: 1.5,
        gridTemplateColumns: { xs: `${ICON_SIZE}px minmax(0, 1fr)`, sm: `52px ${ICON_SIZE}px minmax(0, 1fr)` },
        paddingBottom: 2.5,
        '&:not(:last-of-type)::before': {
          content: '""',
          position: 'absolute',
          insetInlineStart: { xs: ICON_SIZE / 2 - 1, sm: 52 + 12 + ICON_SIZE / 2 - 1 },
          top: ICON_SIZE,
          bottom: 0,
          width: 2,
          backgroundColor: theme.vars.palette.divider,
        },
      })}
    >
      <Typography
        variant="body2"
        className="tabular"
        sx={{
          color: 'text.secondary',
          gridColumn: { xs: 2, sm: 1 },
          gridRow: 1,
          textAlign: { sm: 'end' },
          lineHeight: { sm: `${ICON_SIZE}px` },
          whiteSpace: 'nowrap',
        }}
      >
        <DateTime value={at}>{monthAndDay(at)}</DateTime>
      </Typography>
      <Box
        aria-hidden
        sx={(theme) => ({
          gridColumn: { xs: 1, sm: 2 },
          gridRow: 1,
          width: ICON_SIZE,
          height: ICON_SIZE,
          borderRadius: '50%',
          display: 'grid',
          placeItems: 'center',
          color: theme.status[tone].text,
          backgroundColor: theme.status[tone].background,
          '& svg': { fontSize: 16 },
        })}
      >
        <Icon />
      </Box>
      <Box sx={{ gridColumn: { xs: 2, sm: 3 }, gridRow: { xs: 2, sm: 1 }, minWidth: 0 }}>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: { sm: ICON_SIZE } }}
        >
          <Typography component="h4" variant="h3">
            {title}
          </Typography>
          <Link component={RouterLink} to={path(route)} variant="body2">
            {number}
          </Link>
          {amount && (
            <Typography
              component="span"
              className="tabular"
              sx={{ marginInlineStart: 'auto', fontWeight: 'fontWeightBold', whiteSpace: 'nowrap' }}
            >
              {amountNote && (
                <Typography component="span" variant="body2" sx={{ color: 'text.tertiary', marginInlineEnd: 1 }}>
                  {amountNote}
                </Typography>
              )}
              {amount}
            </Typography>
          )}
        </Box>
        {children}
      </Box>
    </Box>
  );
}

function EntryText({ strong, children }: { strong?: string | undefined; children?: ReactNode }) {
  if (!strong && !children) return null;
  return (
    <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {strong && (
        <Box component="span" sx={{ color: 'text.primary', fontWeight: 'fontWeightMedium' }}>
          {strong}
        </Box>
      )}
      {strong && children && ' · '}
      {children}
    </Typography>
  );
}
