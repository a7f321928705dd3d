import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { useFormat } from '../../../core/i18n/format';
import { RequestQuote } from '../../../core/process/CommentButton';
import { useAction, useProcess } from '../../../core/process/processContext';
import { PaneBody, StepPane } from '../../../core/process/StepPane';
import { useEditWindow } from './EditWindow';
import { ASIDE_WIDTH, RequestAside } from './RequestAside';
import { NoSessions, SessionList, useSessionTotals } from './SessionList';
import { SessionsEditor } from './SessionsEditor';
import { SUPPORT_COMMENT_STEP } from './supportUpdates';
import { useFollowUpLinks } from './useFollowUpLinks';

/** Service review tab: session forms, or a read-only list. */
export function ServiceReviewPane() {
  const { record, editable, isStaleFormRetained } = useProcess<RemoteSupport>();
  const { ended } = useEditWindow();
  const followUps = useFollowUpLinks();
  const summary = useSessionTotals();
  const [isSavingChecks, setSavingChecks] = useState(false);
  const canSave = useAction('save_session') !== undefined && !ended;
  const sessions = record.serviceReviewSessions;
  const title = 'remoteSupport.review.title';
  if (editable && (canSave || isStaleFormRetained)) {
    return (
      <SessionsEditor
        {...{ title, canSave }}
        aside={<RequestAside calls={canSave} onBusy={setSavingChecks} />}
        waiting={isSavingChecks}
      />
    );
  }
  return (
    <StepPane
      {...{ title, summary }}
      bar={{ waiting: isSavingChecks, secondary: followUps }}
      asideWidth={ASIDE_WIDTH}
      aside={<RequestAside calls={canSave} onBusy={setSavingChecks} />}
    >
      <PaneBody>{sessions.length > 0 ? <SessionList sessions={sessions} /> : <NoSessions />}</PaneBody>
    </StepPane>
  );
}

/** The checks are read-only in the completion tab. */
const ignoreBusy = () => {};

/** Completion tab: totals of the sessions, and confirmation of the completion. */
export function CompletionPane() {
  const { record } = useProcess<RemoteSupport>();
  const rejected = record.status.key === 'REJECTED';
  const calls = useAction('continue') !== undefined;
  return (
    <StepPane
      title="remoteSupport.completion.title"
      bar={{ secondary: useFollowUpLinks() }}
      asideWidth={ASIDE_WIDTH}
      aside={<RequestAside calls={calls} onBusy={ignoreBusy} />}
      asideSummary={{ text: record.title, isWarning: false }}
    >
      {rejected && <RequestQuote step={SUPPORT_COMMENT_STEP} />}
      {!rejected && <Totals record={record} />}
    </StepPane>
  );
}

/** Totals in one line, above the sessions. */
function Totals({ record }: { record: RemoteSupport }) {
  const format = useFormat();
  const translate = useTranslate();
  const { totalHours, totalCost, lastSessionDate, serviceReviewSessions } = record;
  const hours = translate('remoteSupport.session.hours', { hours: format.hours(totalHours) });
  const last = lastSessionDate ? format.namedDay(lastSessionDate) : translate('shared.notSpecified');
  return (
    <Box sx={{ padding: 2, paddingTop: 0, paddingBottom: 3, display: 'grid', gap: 2, maxWidth: 752 }}>
      <Box
        component="dl"
        sx={{ margin: 0, display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, columnGap: 3, rowGap: 0.5 }}
      >
        <Figure label="remoteSupport.completion.hours">{hours}</Figure>
        {typeof totalCost === 'number' && (
          <Figure label="remoteSupport.completion.cost">{format.money(totalCost)}</Figure>
        )}
        <Figure label="remoteSupport.completion.last">{last}</Figure>
      </Box>
      {serviceReviewSessions.length > 0 && <SessionList sessions={serviceReviewSessions} />}
    </Box>
  );
}

function Figure({ label, children }: { label: string; children: string }) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Typography component="dt" sx={{ color: 'text.tertiary', minWidth: { xs: 110, sm: 0 } }}>
        {translate(label)}
      </Typography>
      <Typography variant="subtitle1" component="dd" className="tabular" sx={{ margin: 0 }}>
        {children}
      </Typography>
    </Box>
  );
}
