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
          title={translate(parties, { client, service })}
          sx={(theme) => ({
            color: 'text.secondary',
            // On a phone below the number, with room for the menu, and whole, as there is no tooltip.
            [theme.breakpoints.down('md')]: { ...theme.typography.body2, order: 1, overflowWrap: 'anywhere' },
            [theme.breakpoints.up('md')]: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
            flex: { xs: '1 1 calc(100% - 64px)', md: '1 1 0' },
            minWidth: 0,
          })}
        >
          {translate(parties, { client, service })}
        </Typography>
      )}
      <Box
        sx={{
          display: 'flex',
          gap: 1,
          marginInlineStart: 'auto',
          order: { xs: 1, md: 0 },
          marginBlock: { xs: -1.5, md: 0 },
          displayPrint: 'none',
          '&:empty': { display: 'none' },
        }}
      >
        {actions}
      </Box>
    </Box>
  );
}
