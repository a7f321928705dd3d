import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import { exportPath } from '../../kernel/process/calls';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useProcess } from '../../kernel/process/processContext';
import { type UnitColumn, UnitTable } from '../../kernel/process/units/UnitTable';
import { RepairChip } from './cells/RepairChip';
import { servicedParts } from './repairRows';
import type { Repair, RepairPart } from './types';
import { CellText, partId, UnitCardHead, UnitComment, UnitFiles, useUnitColumns, useUnitName } from './units';

/** The units in the service, to read. */
export function RepairReader() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const nameOf = useUnitName();
  const columnsOf = useUnitColumns();
  const parts = useMemo(() => servicedParts(record.repairParts), [record.repairParts]);
  const showsComment = parts.some((part) => part.repairComment !== undefined);

  const columns = useMemo<UnitColumn<RepairPart>[]>(
    () => [
      ...columnsOf(['part', 'serialNumber', 'serviceTag']),
      {
        key: 'repairStatus',
        label: translate('repair.column.repairStatus'),
        width: 170,
        cell: (part) => <RepairChip part={part} />,
      },
      ...(showsComment
        ? [
            {
              key: 'repairComment',
              label: translate('repair.column.repairComment'),
              cell: (part: RepairPart) => <CellText>{part.repairComment}</CellText>,
            },
          ]
        : []),
      {
        key: 'approvalComment',
        label: translate('repair.column.approvalComment'),
        width: 140,
        cell: (part) => <UnitComment part={part} name={nameOf(part)} step="IN_REPAIR_APPROVAL" writable={false} />,
      },
      ...columnsOf(['attachments']),
    ],
    [columnsOf, translate, nameOf, showsComment],
  );

  const card = useCallback(
    (part: RepairPart) => (
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <UnitCardHead part={part} />
        <RepairChip part={part} />
        {part.repairComment && <CellText>{part.repairComment}</CellText>}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <UnitFiles part={part} name={nameOf(part)} inCard />
          <UnitComment part={part} name={nameOf(part)} step="IN_REPAIR_APPROVAL" writable={false} />
        </Box>
      </Box>
    ),
    [nameOf],
  );

  return (
    <>
      <PaneHead
        title={translate('repair.service.title')}
        count={parts.length}
        exportPath={exportPath('repair-tab')}
        exportQuery={{ repairId: record.id }}
      />
      <StepNote />
      <UnitTable
        label={translate('repair.service.title')}
        rows={parts}
        columns={columns}
        card={card}
        rowId={partId}
        rowName={nameOf}
        rowHeight={64}
        cardHeight={150}
        minWidth={940}
      />
      <ActionBar />
    </>
  );
}
