import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Alias, Visit } from '../../api/instruments';
import { getChoiceName, useMeta } from '../../api/meta';
import { AttachmentsButton } from '../../core/files/AttachmentsButton';
import { useFormat } from '../../core/i18n/format';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';
import { DateTime } from '../../core/ui/DateTime';
import { StatusChip } from '../../core/ui/StatusChip';

interface TimelineProps {
  visits: readonly Visit[];
  namedIn: readonly Alias[];
}

/** One time line of all requests of an instrument, the newest first. */
export function Timeline({ visits, namedIn }: TimelineProps) {
  const translate = useTranslate();
  if (visits.length + namedIn.length === 0) {
    return <Typography sx={{ color: 'text.secondary' }}>{translate('instruments.never')}</Typography>;
  }
  return (
    <Box component="ol" sx={{ margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: 2.5 }}>
      {toTimelineEntries(visits, namedIn).map((chapter) =>
        'visit' in chapter ? (
          <VisitLines key={`visit ${chapter.visit.request.id} ${chapter.at}`} visit={chapter.visit} />
        ) : (
          <AliasLines key={`naming ${chapter.alias.request.id}`} naming={chapter.alias} />
        ),
      )}
    </Box>
  );
}

interface HeadProps {
  route: string;
  request: Visit['request'];
  status: Visit['status'];
  at: string;
  children: ReactNode;
}

function TimelineSection({ route, request, status, at, children }: HeadProps) {
  const path = useLocalizedPath();
  return (
    <Box
      component="li"
      sx={(theme) => ({ borderInlineStart: `3px solid ${theme.vars.palette.divider}`, paddingInlineStart: 2 })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
        <Link component={RouterLink} to={path(route)} className="tabular" sx={{ fontWeight: 'fontWeightBold' }}>
          {request.number}
        </Link>
        <StatusChip tone={status.tone} label={status.value} />
        <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
          <DateTime value={at} />
        </Typography>
      </Box>
      {children}
    </Box>
  );
}

function VisitLines({ visit }: { visit: Visit }) {
  const translate = useTranslate();
  const { money } = useFormat();
  const { choices } = useMeta();
  const { diagnosticInfo: info, repairStatus, replacementSerial } = visit;
  const totals = info.typeTotals && Object.values(info.typeTotals).reduce((sum, each) => sum + each, 0);
  const cost = info.status ? (info.totalCost ?? totals) : null;
  const amount = cost === null || cost === undefined ? null : money(cost);
  const lines: [string, string | null | undefined][] = [
    ['problem', visit.problemDescription],
    ['diagnosis', info.status?.value],
    ['comment', info.comment],
    [
      'result',
      visit.isMissing
        ? translate('instruments.notReceived')
        : repairStatus && getChoiceName(choices.repairStatus, repairStatus),
    ],
    ['replacement', repairStatus === 'REPLACED' ? replacementSerial : null],
    // What was only quoted is no cost.
    [visit.isSpent ? 'cost' : 'quoted', amount],
  ];
  return (
    <TimelineSection
      route={`process-repair/${visit.request.id}`}
      request={visit.request}
      status={visit.status}
      at={visit.createdAt}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate(visit.completedAt ? 'instruments.away' : 'instruments.underway', { smart_count: visit.days })}
      </Typography>
      <Box component="dl" sx={{ margin: 0, marginTop: 1, display: 'grid', gap: 0.75 }}>
        {lines.map(
          ([key, value]) =>
            value && (
              <Box key={key} sx={{ display: 'grid', columnGap: 1.5, gridTemplateColumns: { sm: '120px 1fr' } }}>
                <Typography component="dt" variant="body2" sx={{ color: 'text.tertiary' }}>
                  {translate(`instruments.${key}`)}
                </Typography>
                <Typography component="dd" variant="body2" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
                  {value}
                </Typography>
              </Box>
            ),
        )}
      </Box>
      {visit.attachments.length > 0 && <AttachmentsButton files={visit.attachments} ownerName={visit.request.number} />}
    </TimelineSection>
  );
}

function AliasLines({ naming }: { naming: Alias }) {
  const { resources, choices } = useMeta();
  const route = resources.map(({ record }) => record[naming.kind]).find(Boolean) ?? '';
  return (
    <TimelineSection
      route={route.replace('{id}', String(naming.request.id))}
      request={naming.request}
      status={naming.status}
      at={naming.createdAt}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {getChoiceName(choices.kinds, naming.kind)}
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {naming.title}
      </Typography>
    </TimelineSection>
  );
}

/** A visit to the service, or another request that names the instrument. */
type TimelineEntry = { at: string } & ({ visit: Visit } | { alias: Alias });

/** All that happened, the newest first. */
const toTimelineEntries = (visits: readonly Visit[], namedIn: readonly Alias[]): TimelineEntry[] =>
  [
    ...visits.map((visit) => ({ at: visit.createdAt, visit })),
    ...namedIn.map((naming) => ({ at: naming.createdAt, alias: naming })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
