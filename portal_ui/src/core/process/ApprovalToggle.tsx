import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslate } from 'ra-core';
import { memo } from 'react';
import { getChoiceName, useMeta } from '../../api/meta';
import type { Tone } from '../../api/types';
import { StatusChip } from '../ui/StatusChip';
import type { Approval, Decision } from './decisionQueue';

interface ApprovalToggleProps {
  id: number;
  value: Approval;
  /** Whose approval it is, for screen readers. */
  name: string;
  onDecide: (decisions: Decision[]) => void;
}

/** The two ways to decide. */
export const approvalChoices = [
  { status: 'APPROVED', word: 'approve', Icon: CheckIcon, tone: 'done' },
  { status: 'REJECTED', word: 'reject', Icon: CloseIcon, tone: 'rejected' },
] as const;

/** Approve or reject one unit; what is chosen is taken back by choosing it again. */
export const ApprovalToggle = memo(function ApprovalToggle({ id, value, name, onDecide }: ApprovalToggleProps) {
  const translate = useTranslate();
  const { approval } = useMeta().choices;
  return (
    <>
      <ToggleButtonGroup
        exclusive
        value={value}
        aria-label={translate('process.approval.of', { name })}
        onChange={(_, status: Approval | null) => onDecide([{ id, status: status ?? 'WAITING_APPROVAL' }])}
      >
        {approvalChoices.map(({ status, word, Icon, tone }) => (
          <ToggleButton
            key={status}
            value={status}
            size="small"
            sx={(theme) => ({
              ...theme.typography.subtitle2,
              gap: 0.5,
              minHeight: 32,
              paddingBlock: 0.5,
              '&.MuiToggleButtonGroup-lastButton': { borderLeftColor: theme.portal.buttonBorder },
              '&.Mui-selected, &.Mui-selected:hover': {
                color: theme.status[tone].text,
                backgroundColor: theme.status[tone].ground,
                borderColor: theme.portal.buttonBorder,
              },
            })}
          >
            <Icon aria-hidden sx={{ fontSize: 18 }} />
            {translate(`process.approval.${word}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {/* On paper stands which of the two was chosen, or that none was. */}
      {value === 'WAITING_APPROVAL' && (
        <Box component="span" sx={{ display: 'none', displayPrint: 'inline' }}>
          {getChoiceName(approval, value)}
        </Box>
      )}
    </>
  );
});

const tones: Record<Approval, Tone> = { WAITING_APPROVAL: 'waiting', APPROVED: 'done', REJECTED: 'rejected' };

/** An approval that is only read. */
export function ApprovalChip({ value }: { value: Approval }) {
  const { approval } = useMeta().choices;
  return <StatusChip tone={tones[value]} label={getChoiceName(approval, value)} />;
}
