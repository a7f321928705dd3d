import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import NotificationsIcon from '@mui/icons-material/Notifications';
import ScheduleIcon from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { CopyChip } from '../../shared/CopyChip';
import { DateTime } from '../../shared/DateTime';
import { useFormat } from '../../shared/format';
import { RouterLink, usePath } from '../../shared/links';
import { useDocumentTitle } from '../../shared/PageHeader';
import { OverdueChip, StatusChip, toneIcons } from '../../shared/StatusChip';
import { useListBehind } from '../routing/listBehind';
import { NextWaiting } from './NextWaiting';
import type { ProcessRecord } from './types';

interface HeaderProps {
  record: ProcessRecord;
  /** The list that such requests stand in. */
  list: string;
  /** What may be done with the whole request, at the end of the line. */
  menu?: ReactNode;
}

/** The way back, number, status, who asked whom: the line above every process. */
export function ProcessHeader({ record, list, menu }: HeaderProps) {
  const translate = useTranslate();
  const path = usePath();
  const { clientName: client, serviceName: service } = record;
  useDocumentTitle(record.number);
  const back = path(useListBehind()?.to ?? list);
  const parties = client && service ? 'process.parties' : client ? 'process.client' : 'process.service';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
      <IconButton
        component={RouterLink}
        to={back}
        aria-label={translate('process.back')}
        size="small"
        sx={{ marginInlineStart: -1, marginInlineEnd: -1, '@media print': { display: 'none' } }}
      >
        <ArrowBackIcon />
      </IconButton>
      <Box component="h1" sx={{ margin: 0, font: 'inherit', display: 'flex' }}>
        <CopyChip value={record.number} />
      </Box>
      <StatusChip tone={record.status.tone ?? 'idle'} label={record.status.value} />
      {record.isOverdue && <OverdueChip />}
      {(client || service) && (
        <Typography
          noWrap={!menu}
          sx={{ color: 'text.secondary', order: { xs: 1, md: 0 }, flex: { xs: '1 1 100%', md: '1 1 0' }, minWidth: 0 }}
        >
          {translate(parties, { client, service })}
        </Typography>
      )}
      {menu && <Box sx={{ marginInlineStart: 'auto', '@media print': { display: 'none' } }}>{menu}</Box>}
    </Box>
  );
}

/** The server's sentence of who must do what next, which stands out where it is the viewer's turn; when it was changed. */
export function TurnBanner({ record }: { record: ProcessRecord }) {
  const format = useFormat();
  const translate = useTranslate();
  const { createdAt, updatedAt, completedAt, status } = record;
  const { turn, isYourTurn: yours } = record.process;
  const tone = completedAt ? status.tone : undefined;
  const Icon = tone ? toneIcons[tone] : yours ? NotificationsIcon : ScheduleIcon;
  const sameDay = format.date(createdAt) === format.date(updatedAt);
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.5,
        paddingBlock: 1,
        paddingInline: 2,
        borderRadius: `${theme.portal.cardRadius}px`,
        border: `1px solid ${yours || tone ? 'transparent' : theme.vars.palette.divider}`,
        color: tone ? theme.status[tone].text : yours ? theme.portal.accentText : theme.vars.palette.text.secondary,
        backgroundColor: tone
          ? theme.status[tone].ground
          : yours
            ? theme.portal.accentSoft
            : theme.vars.palette.background.paper,
      })}
    >
      <Icon aria-hidden fontSize="small" />
      <Typography
        component="p"
        role="status"
        // On a phone what stands at its right goes below before the sentence has a word a line.
        sx={{
          flex: { xs: '1 1 200px', md: '1 1 0' },
          minWidth: 0,
          fontWeight: yours ? 'fontWeightMedium' : 'fontWeightRegular',
        }}
      >
        {turn}
      </Typography>
      {!yours && <NextWaiting />}
      <Typography
        variant="caption"
        component="p"
        sx={{ width: { xs: '100%', md: 'auto' }, '& time': { whiteSpace: 'nowrap' } }}
      >
        <DateTime value={createdAt}>{translate('process.created', { time: format.dateTime(createdAt) })}</DateTime>
        {' · '}
        <DateTime value={updatedAt}>
          {translate('process.changed', { time: sameDay ? format.time(updatedAt) : format.date(updatedAt) })}
        </DateTime>
      </Typography>
    </Box>
  );
}
