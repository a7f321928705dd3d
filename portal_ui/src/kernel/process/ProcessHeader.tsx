import NotificationsIcon from '@mui/icons-material/Notifications';
import ScheduleIcon from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { CopyChip } from '../../shared/CopyChip';
import { useFormat } from '../../shared/format';
import { useDocumentTitle } from '../../shared/PageHeader';
import { OverdueChip, StatusChip } from '../../shared/StatusChip';
import type { ProcessRecord } from './types';

interface HeaderProps {
  record: ProcessRecord;
  /** What may be done with the whole request, at the end of the line. */
  menu?: ReactNode;
}

/** Number, status, who asked whom, when: the line above every process. */
export function ProcessHeader({ record, menu }: HeaderProps) {
  const format = useFormat();
  const translate = useTranslate();
  const { clientName: client, serviceName: service, createdAt, updatedAt } = record;
  useDocumentTitle(record.number);
  const sameDay = format.date(createdAt) === format.date(updatedAt);
  const parties = client && service ? 'process.parties' : client ? 'process.client' : 'process.service';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
      <Box component="h1" sx={{ margin: 0, font: 'inherit', display: 'flex' }}>
        <CopyChip value={record.number} />
      </Box>
      <StatusChip tone={record.status.tone ?? 'idle'} label={record.status.value} />
      {record.isOverdue && <OverdueChip />}
      {(client || service) && (
        <Typography sx={{ color: 'text.secondary', order: { xs: 2, md: 0 }, width: { xs: '100%', md: 'auto' } }}>
          {translate(parties, { client, service })}
        </Typography>
      )}
      <Box sx={{ flex: 1, order: { xs: 0, md: 1 } }} />
      <Typography
        variant="body2"
        component="p"
        sx={{
          typography: { xs: 'caption', md: 'body2' },
          color: 'text.tertiary',
          order: 1,
          width: { xs: '100%', md: 'auto' },
          display: 'flex',
          flexWrap: 'wrap',
        }}
      >
        <Moment instant={createdAt}>{translate('process.created', { time: format.dateTime(createdAt) })}</Moment>
        <Box component="span" aria-hidden sx={{ paddingInline: 0.5 }}>
          ·
        </Box>
        <Moment instant={updatedAt}>
          {translate('process.changed', { time: sameDay ? format.time(updatedAt) : format.date(updatedAt) })}
        </Moment>
      </Typography>
      {menu && <Box sx={{ order: { xs: 0, md: 2 }, marginInlineStart: { md: 'auto' } }}>{menu}</Box>}
    </Box>
  );
}

function Moment({ instant, children }: { instant: string; children: ReactNode }) {
  const format = useFormat();
  const translate = useTranslate();
  return (
    <time dateTime={instant} title={translate('shared.yourTime', { time: format.ownDateTime(instant) })}>
      {children}
    </time>
  );
}

/** The server's sentence of who must do what next; stands out where it is the viewer's turn. */
export function TurnBanner({ turn, yours }: { turn: string | null; yours: boolean }) {
  if (!turn) return null;
  const Icon = yours ? NotificationsIcon : ScheduleIcon;
  return (
    <Box
      role="status"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        paddingBlock: 1.25,
        paddingInline: 2,
        borderRadius: `${theme.portal.cardRadius}px`,
        border: `1px solid ${yours ? 'transparent' : theme.vars.palette.divider}`,
        color: yours ? theme.portal.accentText : theme.vars.palette.text.secondary,
        backgroundColor: yours ? theme.portal.accentSoft : theme.vars.palette.background.paper,
      })}
    >
      <Icon aria-hidden fontSize="small" />
      <Typography component="p" sx={{ fontWeight: yours ? 'fontWeightMedium' : 'fontWeightRegular' }}>
        {turn}
      </Typography>
    </Box>
  );
}
