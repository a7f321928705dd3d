import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import { useEditing, useProcess } from '../../kernel/process/processContext';
import type { Column } from '../../kernel/table/declaration';
import { CostLines, showsCosts, Total, useFindings } from './cells/Findings';
import { DiagnosticsEditor } from './DiagnosticsEditor';
import { diagnosedParts, toldTotal } from './diagnostics';
import type { Repair, RepairPart } from './types';
import { UnitsPane } from './UnitsPane';
import { useUnitColumns } from './units';

/** Diagnostics: what was found in each unit, and what its repair costs. */
export default function DiagnosticsPane() {
  const { editing, canSave } = useEditing('save_diagnostics');
  return editing ? <DiagnosticsEditor canSave={canSave} /> : <DiagnosticsReader />;
}

/** What diagnostics found, to read; costs as far as the server tells them to the viewer. */
function DiagnosticsReader() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const parts = useMemo(() => diagnosedParts(record.repairParts), [record.repairParts]);
  const shows = useMemo(() => showsCosts(parts), [parts]);
  const { part, identity, attachments } = useUnitColumns();
  const { result, comment } = useFindings();

  const columns = useMemo<Column<RepairPart>[]>(() => {
    const costs: Column<RepairPart> = {
      key: 'costs',
      label: translate('repair.diagnostics.costs'),
      width: 176,
      card: 'wide',
      isEmpty: ({ diagnosticInfo }) => !diagnosticInfo?.status,
      cell: (unit) => <CostLines part={unit} />,
    };
    const total: Column<RepairPart> = {
      key: 'total',
      label: translate('repair.column.total'),
      width: 96,
      align: 'end',
      isEmpty: (unit) => toldTotal(unit) === null,
      cell: (unit) => <Total part={unit} />,
    };
    return [
      part,
      identity,
      { key: 'findings', minWidth: 180, stack: [result, comment] },
      ...(shows.lines ? [costs] : []),
      ...(shows.total ? [total] : []),
      attachments,
    ];
  }, [part, identity, result, comment, attachments, translate, shows]);

  return (
    <UnitsPane
      title="repair.diagnostics.title"
      sheet="repair-diagnostics-tab"
      rows={parts}
      columns={columns}
      heights={{ row: 64, card: 180 }}
    >
      <ActionBar />
    </UnitsPane>
  );
}
