import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { ActionBar } from '../../kernel/process/ActionBar';
import { ApprovalChip } from '../../kernel/process/ApprovalToggle';
import type { Approval } from '../../kernel/process/decisions';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { requestComment } from '../../kernel/process/requestComment';
import { TwoColumns } from '../../kernel/process/TwoColumns';
import { useDecisions } from '../../kernel/process/useDecisions';
import { FormPart } from '../../shared/shipping/FormPart';
import { COMMENTED, commentOn, initialDecision } from './calls';
import { RequestPreview } from './RequestPreview';
import type { RemoteSupport } from './types';

const decisions = [
  { status: 'APPROVED', word: 'approve', Icon: CheckIcon },
  { status: 'REJECTED', word: 'reject', Icon: CloseIcon },
] as const;

/** Details: what the client asks for, and whether it is approved. */
export default function DetailsPane() {
  const { record } = useProcess<RemoteSupport>();
  const translate = useTranslate();
  const canComment = useAction('comment') !== undefined;
  const { decide, busy } = useDecisions(initialDecision);
  return (
    <>
      <PaneHead title={translate('remoteSupport.details.title')} />
      <StepNote />
      <TwoColumns
        aside={
          <InitialApproval
            value={record.initialApproval}
            onDecide={(status) =>
              decide([{ id: record.id, status }], { message: `remoteSupport.details.said.${status}` })
            }
          />
        }
      >
        <RequestPreview request={record} />
      </TwoColumns>
      <ActionBar
        waiting={busy}
        secondary={requestComment({
          record,
          step: COMMENTED,
          write: canComment ? commentOn(record) : undefined,
          translate,
        })}
      />
    </>
  );
}

/** The approval in its colour; the button of what it is already cannot be pressed. */
function InitialApproval({ value, onDecide }: { value: Approval; onDecide: (status: Approval) => void }) {
  const translate = useTranslate();
  const canDecide = useAction('initial_approval') !== undefined;
  return (
    <FormPart title={translate('remoteSupport.details.approval')}>
      <ApprovalChip value={value} />
      {canDecide && (
        <Box sx={{ display: 'flex', gap: 1, marginTop: 2 }}>
          {decisions.map(({ status, word, Icon }) => (
            <Button
              key={status}
              startIcon={<Icon />}
              disabled={value === status}
              onClick={() => onDecide(status)}
              sx={{ flex: 1 }}
            >
              {translate(`process.approval.${word}`)}
            </Button>
          ))}
        </Box>
      )}
    </FormPart>
  );
}
