import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useMarkRequestRead } from '../../api/inAppNotifications';
import type { ProcessRecord } from '../../api/requests';
import { BackToListButton } from '../routing/BackToListButton';
import { usePublishStatus } from '../routing/parentList';
import { CopyChip } from '../ui/CopyChip';
import { useDocumentTitle } from '../ui/PageHeader';
import { OverdueChip, StatusChip } from '../ui/StatusChip';

interface HeaderProps {
  record: ProcessRecord;
  /** Path of the list of this request type. */
  list: string;
  /** Actions at the end of the line. */
  actions?: ReactNode;
}

/** Width of the menu on a phone, in pixels. */
const MENU_WIDTH = 32;

/** Header of a process page: back button, number, status, client and service. */
export function ProcessHeader({ record, list, actions }: HeaderProps) {
  const translate = useTranslate();
  const { clientName: client, serviceName: service } = record;
  useDocumentTitle(record.number);
  usePublishStatus(record.status.key);
  useMarkRequestRead(record);
  const parties = client && service ? 'process.parties' : client ? 'process.client' : 'process.service';
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: { xs: 0.75, md: 1.5 },
        rowGap: { xs: 0.25, md: 1 },
        // On a phone, the menu is at the end of the first line; the line below takes the whole width.
        position: 'relative',
        '&:has(> .actions:not(:empty))': {
          paddingInlineEnd: { xs: `${MENU_WIDTH}px`, md: 0 },
          '& > .parties': { marginInlineEnd: { xs: `${-MENU_WIDTH}px`, md: 0 } },
        },
      }}
    >
      {/* The touch target of the arrow extends into the padding of the page. */}
      <BackToListButton
        list={list}
        sx={{ marginInline: -1, marginBlock: -0.75, '@media (pointer: coarse)': { marginInlineEnd: '-10px' } }}
      />
      {/* On a phone without a frame, so that the longest common status fits next to it. */}
      <Box
        component="h1"
        sx={(theme) => ({
          margin: 0,
          font: 'inherit',
          display: 'flex',
          [theme.breakpoints.down('md')]: {
            '& > .MuiButtonBase-root': { paddingInline: 0, border: 0, background: 'none' },
          },
        })}
      >
        <CopyChip value={record.number} />
      </Box>
      <StatusChip tone={record.status.tone ?? 'idle'} label={record.status.value} />
      {record.isOverdue && <OverdueChip />}
      {(client || service) && (
        <Typography
          className="parties"
          noWrap
          title={translate(parties, { client, service })}
          sx={(theme) => ({
            color: 'text.secondary',
            [theme.breakpoints.down('md')]: theme.typography.body2,
            flex: { xs: '1 1 100%', md: '1 1 0' },
            minWidth: 0,
          })}
        >
          {translate(parties, { client, service })}
        </Typography>
      )}
      <Box
        className="actions"
        sx={{
          display: 'flex',
          gap: 1,
          position: { xs: 'absolute', md: 'static' },
          top: -8,
          insetInlineEnd: 0,
          marginInlineStart: { md: 'auto' },
          displayPrint: 'none',
          '&:empty': { display: 'none' },
        }}
      >
        {actions}
      </Box>
    </Box>
  );
}
