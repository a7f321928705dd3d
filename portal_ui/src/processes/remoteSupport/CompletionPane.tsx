import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { ActionBar } from '../../kernel/process/ActionBar';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { requestComment } from '../../kernel/process/requestComment';
import { useFormat } from '../../shared/format';
import { useLanguage } from '../../shared/links';
import { COMMENTED } from './calls';
import { EditWindow, useEditWindow } from './EditWindow';
import { SessionList } from './SessionList';
import type { RemoteSupport } from './types';

/** Waiting completion: what the sessions come to, and the word that it is done. */
export default function CompletionPane() {
  const format = useFormat();
  const { record } = useProcess<RemoteSupport>();
  const translate = useTranslate();
  const { left } = useEditWindow();
  const canComplete = useAction('continue') !== undefined;
  const { status, completedAt } = record;
  const rejected = status.key === 'REJECTED';
  const words = (name: string) => translate(`remoteSupport.completion.${name}`);
  return (
    <>
      <PaneHead title={words(rejected ? 'rejected' : completedAt ? 'done' : 'title')} />
      <StepNote>
        {canComplete && <Typography>{words('reminder')}</Typography>}
        {completedAt && (
          <Typography>
            {translate('remoteSupport.completion.endedAt', { time: format.dateTime(completedAt) })}
          </Typography>
        )}
      </StepNote>
      <EditWindow left={left} />
      {!rejected && <Totals record={record} />}
      <ActionBar
        secondary={rejected ? requestComment({ record, step: COMMENTED, write: undefined, translate }) : undefined}
        confirm={{
          title: translate('remoteSupport.completion.ask', { number: record.number }),
          text: (
            <>
              <Typography sx={{ marginBottom: 1 }}>{words('reminder')}</Typography>
              <Typography>{words('hour')}</Typography>
            </>
          ),
        }}
      />
    </>
  );
}

function Totals({ record }: { record: RemoteSupport }) {
  const format = useFormat();
  const translate = useTranslate();
  const _language = useLanguage();
  const { totalHours, totalCost, lastSessionDate, serviceReviewSessions } = record;
  const hours = translate('remoteSupport.session.hours', { hours: format.hours(totalHours) });
  const last = lastSessionDate ? format.day(lastSessionDate) : translate('remoteSupport.completion.notSpecified');
  return (
    <Box sx={{ padding: 2, paddingTop: 1, paddingBottom: 3, display: 'grid', gap: 3, maxWidth: 720 }}>
      <Box component="dl" sx={{ margin: 0, display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 2 }}>
        <Figure label={translate('remoteSupport.completion.hours')}>{hours}</Figure>
        {typeof totalCost === 'number' && (
          <Figure label={translate('remoteSupport.completion.cost')}>{format.money(totalCost)}</Figure>
        )}
        <Figure label={translate('remoteSupport.completion.last')}>{last}</Figure>
      </Box>
      {serviceReviewSessions.length > 0 && <SessionList sessions={serviceReviewSessions} />}
    </Box>
  );
}

function Figure({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <Typography variant="body2" component="dt" sx={{ color: 'text.tertiary' }}>
        {label}
      </Typography>
      <Typography variant="h1" component="dd" className="tabular" sx={{ margin: 0 }}>
        {children}
      </Typography>
    </div>
  );
}
