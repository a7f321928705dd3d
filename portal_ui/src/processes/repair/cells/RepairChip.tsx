import { useTranslate } from 'ra-core';
import { Dash } from '../../../kernel/table/CellText';
import { choiceName, useMeta } from '../../../server/meta';
import { StatusChip } from '../../../shared/StatusChip';
import { isWorking } from '../repairRows';
import { repairTone } from '../tones';
import type { RepairPart } from '../types';

/** What became of a unit; one that was found working says so. */
export function RepairChip({ part }: { part: RepairPart }) {
  const { choices } = useMeta();
  const translate = useTranslate();
  if (part.repairStatus) {
    return (
      <StatusChip tone={repairTone(part.repairStatus)} label={choiceName(choices.repairStatus, part.repairStatus)} />
    );
  }
  if (isWorking(part) && part.diagnosticInfo?.status)
    return <StatusChip tone="done" label={part.diagnosticInfo.status.value} />;
  if (part.needsApproval && part.repairApproval === 'WAITING_APPROVAL') {
    return <StatusChip tone="waiting" label={translate('repair.service.awaits')} />;
  }
  return <Dash />;
}
