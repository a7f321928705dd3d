import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import { exportPath } from '../../kernel/process/calls';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useProcess } from '../../kernel/process/processContext';
import { type UnitColumn, UnitTable } from '../../kernel/process/units/UnitTable';
import { CostLines, Diagnosis, showsCosts, Total } from './cells/Findings';
import { Identity, IdentityHead } from './cells/Identity';
import { diagnosedParts } from './diagnostics';
import type { Repair, RepairPart } from './types';
import { CellText, partId, UnitCardHead, UnitFiles, useUnitColumns, useUnitName } from './units';

/** What diagnostics found, to read; costs as far as the server tells them to the viewer. */
export function DiagnosticsReader() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const nameOf = useUnitName();
  const columnsOf = useUnitColumns();
  const parts = useMemo(() => diagnosedParts(record.repairParts), [record.repairParts]);
  const shows = useMemo(() => showsCosts(parts), [parts]);

  const columns = useMemo<UnitColumn<RepairPart>[]>(
    () => [
      ...columnsOf(['part']),
      { key: 'identity', label: <IdentityHead />, width: 120, cell: (part) => <Identity part={part} /> },
      {
        key: 'result',
        label: translate('repair.column.result'),
        width: 160,
        cell: (part) => <Diagnosis part={part} />,
      },
      {
        key: 'comment',
        label: translate('repair.column.diagnosticComment'),
        cell: (part) => <CellText>{part.diagnosticInfo?.comment}</CellText>,
      },
      ...(shows.lines
        ? [
            {
              key: 'costs',
              label: translate('repair.diagnostics.costs'),
              width: 176,
              cell: (part: RepairPart) => <CostLines part={part} />,
            },
          ]
        : []),
      ...(shows.total
        ? [
            {
              key: 'total',
              label: translate('repair.column.total'),
              width: 92,
              align: 'end' as const,
              cell: (part: RepairPart) => <Total part={part} />,
            },
          ]
        : []),
      ...columnsOf(['attachments']),
    ],
    [columnsOf, translate, shows],
  );

  const card = useCallback(
    (part: RepairPart) => (
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <UnitCardHead part={part} />
        <Diagnosis part={part} />
        <CellText>{part.diagnosticInfo?.comment}</CellText>
        {shows.lines && <CostLines part={part} />}
        <Box sx={{ display: 'flex', width: '100%', alignItems: 'center', gap: 1 }}>
          <UnitFiles part={part} name={nameOf(part)} inCard />
          <Box sx={{ flex: 1 }} />
          {shows.total && (
            <>
              <Typography sx={{ color: 'text.tertiary' }}>{translate('repair.column.total')}</Typography>
              <Total part={part} />
            </>
          )}
        </Box>
      </Box>
    ),
    [nameOf, shows, translate],
  );

  return (
    <>
      <PaneHead
        title={translate('repair.diagnostics.title')}
        count={parts.length}
        exportPath={exportPath('repair-diagnostics-tab')}
        exportQuery={{ repairId: record.id }}
      />
      <StepNote />
      <UnitTable
        label={translate('repair.diagnostics.title')}
        rows={parts}
        columns={columns}
        card={card}
        rowId={partId}
        rowName={nameOf}
        rowHeight={64}
        cardHeight={180}
        minWidth={940}
      />
      <ActionBar />
    </>
  );
}
