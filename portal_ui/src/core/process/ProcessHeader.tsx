import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
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
  /** Actions on the whole request, at the end of the line. */
  menu?: ReactNode;
}

/** Header of a process page: back button, number, status, client and service. */
export function ProcessHeader({ record, list, menu }: HeaderProps) {
  const translate = useTranslate();
  const { clientName: client, serviceName: service } = record;
  useDocumentTitle(record.number);
  usePublishStatus(record.status.key);
  const parties = client && service ? 'process.parties' : client ? 'process.client' : 'process.service';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: { xs: 0.25, md: 1 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <BackToListButton list={list} />
        <Box component="h1" sx={{ margin: 0, font: 'inherit', display: 'flex' }}>
          <CopyChip value={record.number} />
        </Box>
      </Box>
      <StatusChip tone={record.status.tone ?? 'idle'} label={record.status.value} />
      {record.isOverdue && <OverdueChip />}
      {(client || service) && (
        <Typography
          noWrap
          title={translate(parties, { client, service })}
          sx={{ color: 'text.secondary', order: { xs: 1, md: 0 }, flex: { xs: '1 1 160px', md: '1 1 0' }, minWidth: 0 }}
        >
          {translate(parties, { client, service })}
        </Typography>
      )}
      {menu && <Box sx={{ marginInlineStart: 'auto', '@media print': { display: 'none' } }}>{menu}</Box>}
    </Box>
  );
}
