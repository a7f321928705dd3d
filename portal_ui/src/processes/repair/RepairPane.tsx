import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import { useEditing, useProcess } from '../../kernel/process/processContext';
import { CellText } from '../../kernel/table/CellText';
import type { Column } from '../../kernel/table/declaration';
import { RepairChip } from './cells/RepairChip';
import { RepairEditor } from './RepairEditor';
import { servicedParts } from './repairRows';
import type { Repair, RepairPart } from './types';
import { UnitsPane } from './UnitsPane';
import { useCommentColumn, useUnitColumns } from './units';

/** Repair: what became of each unit in the service. */
export default function RepairPane() {
  const { editing, canSave } = useEditing('save_repairs');
  return editing ? <RepairEditor canSave={canSave} /> : <RepairReader />;
}

/** The units in the service, to read. */
function RepairReader() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const parts = useMemo(() => servicedParts(record.repairParts), [record.repairParts]);
  const { part, identity, attachments } = useUnitColumns();
  const approvalComment = useCommentColumn('IN_REPAIR_APPROVAL', false);

  const columns = useMemo<Column<RepairPart>[]>(
    () => [
      part,
      identity,
      {
        key: 'repairStatus',
        label: translate('repair.column.repairStatus'),
        width: 170,
        card: 'status',
        cell: (unit) => <RepairChip part={unit} />,
      },
      {
        key: 'repairComment',
        label: translate('repair.column.repairComment'),
        card: 'wide',
        isEmpty: (unit) => !unit.repairComment,
        cell: (unit) => <CellText>{unit.repairComment}</CellText>,
      },
      { ...approvalComment, quiet: false, width: 140 },
      attachments,
    ],
    [part, identity, attachments, approvalComment, translate],
  );

  return (
    <UnitsPane
      title="repair.service.title"
      sheet="repair-tab"
      rows={parts}
      columns={columns}
      heights={{ row: 64, card: 150 }}
    >
      <ActionBar />
    </UnitsPane>
  );
}
