import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { RemoteSupport } from '../../../api/remoteSupport';
import type { Tone } from '../../../api/types';
import { UploadedFiles } from '../../../core/files/UploadedFileRow';
import { FormSection } from '../../../core/forms/FormSection';
import { ReadField, ReadFields } from '../../../core/forms/inputs/ReadField';
import { ApprovalChip, approvalChoices } from '../../../core/process/ApprovalToggle';
import { RequestCommentButton, RequestQuote } from '../../../core/process/CommentButton';
import type { Approval } from '../../../core/process/decisionQueue';
import { useAction, useProcess } from '../../../core/process/processContext';
import { PaneBody, StepPane } from '../../../core/process/StepPane';
import { useDecisions } from '../../../core/process/useDecisions';
import { DateTime } from '../../../core/ui/DateTime';
import { PartLabel } from '../../parts/PartLabel';
import { ContactView } from '../../shipping/ContactFields';
import { Checks } from './Checks';
import { ContactActions } from './ContactActions';
import { buildSupportComment, SUPPORT_COMMENT_STEP, supportDecision } from './supportUpdates';
import type { ChecksProps } from './useChecks';
import { useFollowUpLinks } from './useFollowUpLinks';

/** Details tab: the request and its initial approval. */
export default function RemoteSupportDetailsPane() {
  const { record } = useProcess<RemoteSupport>();
  const canDecide = useAction('initial_approval') !== undefined;
  const translate = useTranslate();
  const { decide, busy } = useDecisions(supportDecision);
  const [isSavingChecks, setSavingChecks] = useState(false);
  const followUps = useFollowUpLinks();
  const onDecide = (status: Approval) =>
    decide([{ id: record.id, status }], { message: `remoteSupport.details.said.${status}` });
  return (
    <StepPane
      title="remoteSupport.details.title"
      isCompact
      bar={{
        waiting: busy || isSavingChecks,
        secondary: canDecide ? (
          <RequestCommentButton step={SUPPORT_COMMENT_STEP} write={buildSupportComment(record)} />
        ) : (
          followUps
        ),
        decision:
          canDecide &&
          approvalChoices.map(({ status, labelKey, Icon, tone }) => (
            <Button
              key={status}
              startIcon={<Icon />}
              aria-pressed={record.initialApproval === status}
              disabled={record.initialApproval === status}
              onClick={({ currentTarget }) => {
                // The button is about to be disabled, which would drop the focus: move it to the other choice.
                const { nextElementSibling, previousElementSibling } = currentTarget;
                for (const sibling of [nextElementSibling, previousElementSibling]) {
                  if (sibling instanceof HTMLButtonElement && sibling.ariaPressed !== null) {
                    sibling.disabled = false;
                    sibling.focus();
                    break;
                  }
                }
                onDecide(status);
              }}
              sx={pressedStyle(tone)}
            >
              {translate(`process.approval.${labelKey}`)}
            </Button>
          )),
      }}
    >
      <RequestQuote step={SUPPORT_COMMENT_STEP} />
      <PaneBody>
        <Request request={record} onChecksBusy={setSavingChecks} />
      </PaneBody>
    </StepPane>
  );
}

const pressedStyle = (tone: Tone) => (theme: Theme) => ({
  '&[aria-pressed="true"], &[aria-pressed="true"].Mui-disabled': {
    color: theme.status[tone].text,
    backgroundColor: theme.status[tone].background,
    borderColor: 'currentColor',
  },
});

/** Read-only fields of a remote support request. */
function Request({ request, onChecksBusy }: { request: RemoteSupport; onChecksBusy: ChecksProps['onBusy'] }) {
  const { choices } = useMeta();
  const translate = useTranslate();
  const getFieldLabel = (name: string) => translate(`remoteSupport.field.${name}`);
  const { attachments, preferredDate } = request;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box component="section">
        <Typography variant="h2" component="h3" sx={{ marginBottom: 1, overflowWrap: 'anywhere' }}>
          {request.title}
        </Typography>
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', marginBottom: 2 }}>
          {request.description}
        </Typography>
        {request.part && (
          <Box sx={{ marginBottom: 2 }}>
            <PartLabel
              imageUrl={request.part.imageUrl}
              name={request.part.partName}
              secondary={[request.part.manufacturer, request.part.category.name].filter(Boolean).join(' · ')}
              serial={request.serialNumber}
            />
          </Box>
        )}
        <ReadFields columns={4}>
          <ReadField label={getFieldLabel('preferredDate')}>
            <DateTime value={preferredDate} />
          </ReadField>
          <ReadField label={getFieldLabel('contactMethods')}>
            {request.preferredContactMethods.map((key) => getChoiceName(choices.contactMethods, key)).join(', ')}
          </ReadField>
          <ReadField label={translate('remoteSupport.details.approval')}>
            <ApprovalChip value={request.initialApproval} />
          </ReadField>
          <ReadField label={getFieldLabel('specialSupport')}>
            {translate(request.specialSupport ? 'lists.yes' : 'lists.no')}
          </ReadField>
          {!request.part && request.serialNumber && (
            <ReadField label={getFieldLabel('serialNumber')}>{request.serialNumber}</ReadField>
          )}
        </ReadFields>
      </Box>
      <Checks onBusy={onChecksBusy} />
      <ContactActions record={request} calls={request.client !== undefined} />
      <ContactView contact={request.contact} />
      <FormSection title="files.attachments">
        {attachments.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{translate('files.none')}</Typography>
        ) : (
          <UploadedFiles files={attachments} />
        )}
      </FormSection>
    </Box>
  );
}
