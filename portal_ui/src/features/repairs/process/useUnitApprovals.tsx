import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo, useRef } from 'react';
import { useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { CommentButton } from '../../../core/process/CommentButton';
import { useAction } from '../../../core/process/processContext';
import { useApprovals } from '../../../core/process/useApprovals';
import type { RowDecisions } from '../../../core/process/useDecisions';
import type { ListHandle } from '../../../core/tables/ListWithPanel';
import { useDetailPanel } from '../../../core/tables/useDetailPanel';
import { buildRepairComment } from './repairUpdates';
import { CARD_INDENT, type UnitField } from './unitColumns';
import { getPartId } from './unitRows';
import { useUnitName } from './useUnitName';

/** Widths in pixels of chip and buttons without texts, and of one character. */
const CHIP = { frame: 72, character: 6.25 };
const BUTTONS = { frame: 86, character: 8 };

interface UnitApprovalsOptions {
  /** Key of the action that permits decisions. */
  action: string;
  step: 'NEW' | 'IN_REPAIR_APPROVAL';
  parts: readonly RepairPart[];
  /** Filter of the units that need a decision; must be referentially stable. */
  canDecideOn: (part: RepairPart) => boolean;
  source: RowDecisions<Repair, RepairPart>;
}

/**
 * Return the approvals of a list of units with a detail panel.
 * After a decision, the panel shows the next open unit.
 */
export function useUnitApprovals({ action, step, parts, canDecideOn, source }: UnitApprovalsOptions) {
  const formatUnitName = useUnitName();
  const translate = useTranslate();
  const canComment = useAction('comment') !== undefined;
  const handle = useRef<ListHandle>(null);
  const decidable = useMemo(() => parts.filter(canDecideOn), [parts, canDecideOn]);
  const mayDecide = useAction(action) !== undefined;
  // Without a decision to take, no unit is more important than the first.
  const isOpen = (part: RepairPart) =>
    mayDecide && canDecideOn(part) && source.getRowApproval(part) === 'WAITING_APPROVAL';
  const panel = useDetailPanel(parts, getPartId, isOpen);
  const approvals = useApprovals({
    action,
    rows: decidable,
    source,
    onDecided: (id, next) => handle.current?.goTo(next ?? id),
  });
  const { canDecide } = approvals;
  const chips = useMeta().choices.approval ?? [];
  const buttonLabels = translate('process.approval.approve') + translate('process.approval.reject');

  const renderFooter = (part: RepairPart) => {
    const name = formatUnitName(part);
    const decides = canDecide && canDecideOn(part);
    if (!decides && !canComment) return null;
    return (
      <Box sx={{ display: 'grid', gap: 1 }}>
        {canComment && (
          <CommentButton
            isQuote
            title={translate('process.comment.ofUnit', { name })}
            emptyLabel={translate('process.comment.toClient')}
            comment={part.approvalComments[step]}
            write={buildRepairComment('part', part.id, step)}
          />
        )}
        {decides && approvals.renderFooter(part, name)}
      </Box>
    );
  };
  return {
    ...approvals,
    canComment,
    /** Width of the decision column: both buttons, or the longest chip of every language. */
    decisionWidth: canDecide
      ? BUTTONS.frame + buttonLabels.length * BUTTONS.character
      : CHIP.frame + Math.max(0, ...chips.map(({ name }) => name.length)) * CHIP.character,
    /** Props of the list and its detail panel. */
    list: {
      panel,
      handle,
      selection: approvals.selection,
      canSelect: canDecideOn,
      bulk: approvals.bulk,
      renderFooter: canDecide || canComment ? renderFooter : undefined,
      onRowKeyDown: approvals.decideByKey,
    },
  };
}

/** Build the decision column: actions of a card if editable, otherwise its status. */
export const buildDecisionColumn = (
  key: 'initialApproval' | 'repairApproval',
  { canDecide, width }: { canDecide: boolean; width: number },
  cell: UnitField['cell'],
): UnitField => ({
  key,
  width,
  card: canDecide ? 'action' : 'status',
  // On a card, a status is aligned with the name; a decision takes the whole width.
  cell: (part, context) =>
    context.onCard && !canDecide ? (
      <Box sx={{ marginInlineStart: `${CARD_INDENT}px` }}>{cell(part, context)}</Box>
    ) : (
      cell(part, context)
    ),
});

/** Number of approved, rejected and open units. */
export function DecisionCounts({
  parts,
  source,
}: {
  parts: readonly RepairPart[];
  source: RowDecisions<Repair, RepairPart>;
}) {
  const translate = useTranslate();
  const count = (status: string) => parts.filter((part) => source.getRowApproval(part) === status).length;
  return (
    <Typography variant="body2" role="status" sx={{ marginInlineStart: { sm: 'auto' }, color: 'text.secondary' }}>
      {[
        translate('process.approval.count.approved', { smart_count: count('APPROVED') }),
        translate('process.approval.count.rejected', { smart_count: count('REJECTED') }),
        translate('process.approval.count.open', { smart_count: count('WAITING_APPROVAL') }),
      ].join(' · ')}
    </Typography>
  );
}
