import AddIcon from '@mui/icons-material/Add';
import ChecklistIcon from '@mui/icons-material/Checklist';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { DraftNote } from '../../../core/forms/DraftAlerts';
import { useAction, useEditing, useProcess } from '../../../core/process/processContext';
import { BulkActions } from '../../../core/tables/TableBulkActions';
import { LazyDialog } from '../../../core/ui/LazyDialog';
import { diagnosticRows, toldTotal } from './diagnosticRows';
import { useDiagnosticsColumns } from './diagnosticsColumns';
import { CostLines, costsField, findingsColumn, showsCosts, Total } from './Findings';
import { UnitsPane } from './UnitsPane';
import {
  AMOUNT_WIDTH,
  attachmentsColumn,
  identityColumn,
  partColumn,
  type UnitColumn,
  type UnitField,
  useIdentityWidth,
} from './unitColumns';
import { servicedParts } from './unitRows';
import { useCellEdits } from './useCellEdits';
import { useUnitForm } from './useUnitForm';

const loadAddPart = () => import('./AddUnitDialog');
const loadReceipt = () => import('./GoodsReceiptDialog');
const pane = { title: 'repair.diagnostics.title', sheet: 'repair-diagnostics-tab' };

/** Diagnostics: what was found in each unit, and what its repair costs. */
export default function DiagnosticsPane() {
  const { record } = useProcess<Repair>();
  const { editing, canSave } = useEditing('save_diagnostics');
  const parts = useMemo(() => servicedParts(record.repairParts), [record.repairParts]);
  return editing ? <DiagnosticsEditor parts={parts} canSave={canSave} /> : <DiagnosticsReader parts={parts} />;
}

const totalColumn: UnitField = {
  key: 'total',
  width: AMOUNT_WIDTH,
  align: 'end',
  isEmpty: (unit) => toldTotal(unit) === null,
  cell: (unit) => <Total part={unit} />,
};

/** What diagnostics found, to read; costs as far as the server tells them to the viewer. */
function DiagnosticsReader({ parts }: { parts: readonly RepairPart[] }) {
  const width = useIdentityWidth();
  const columns = useMemo<UnitColumn[]>(() => {
    const shows = showsCosts(parts);
    return [
      partColumn,
      identityColumn(width),
      findingsColumn,
      ...(shows.lines ? [costsField(CostLines, 208)] : []),
      ...(shows.total ? [totalColumn] : []),
      // As the last column it has less room for its head: "Archivos" stays on one line.
      { ...attachmentsColumn, width: 92 },
    ];
  }, [parts, width]);
  return <UnitsPane {...pane} rows={parts} columns={columns} heights={{ row: 64, card: 180 }} />;
}

/** So few units need no word about filling in many at once. */
const FEW = 3;

/** The diagnostics table as it is filled in. */
function DiagnosticsEditor({ parts, canSave }: { parts: readonly RepairPart[]; canSave: boolean }) {
  const addPart = useAction('add_part');
  const receipt = useAction('save_arrivals');
  const [open, setOpen] = useState<'part' | 'receipt' | null>(null);
  const close = () => setOpen(null);
  const { edited, table, saveAll } = useUnitForm(parts, diagnosticRows);
  const { marks, column, fillDown, setResult, handlers } = useCellEdits(parts, edited.form);
  const { choices } = useMeta();
  const translate = useTranslate();
  const bulk = [
    ...(choices.diagnosticStatus ?? []).map(({ key, name }) => ({
      key,
      label: translate('repair.diagnostics.setTo', { result: name }),
      disabled: marks.ids.size === 0,
      run: () => setResult(key),
    })),
    { key: 'fillDown', label: translate('repair.diagnostics.fillDown'), disabled: column === null, run: fillDown },
  ];
  return (
    <FormProvider {...edited.form}>
      <Box {...handlers}>
        <UnitsPane
          {...pane}
          note={parts.length > FEW && translate('repair.diagnostics.manyHint')}
          marks={marks}
          bulk={canSave && <BulkActions marked={marks.ids.size} actions={bulk} />}
          notice={<DraftNote form={edited} square />}
          rows={parts}
          columns={useDiagnosticsColumns()}
          heights={{ row: 112, card: 380 }}
          handle={table}
          align="top"
          bar={{
            secondary: (
              <>
                {addPart && (
                  <Button variant="text" startIcon={<AddIcon />} onClick={() => setOpen('part')}>
                    {addPart.label}
                  </Button>
                )}
                {receipt && (
                  <Button variant="text" startIcon={<ChecklistIcon />} onClick={() => setOpen('receipt')}>
                    {receipt.label}
                  </Button>
                )}
              </>
            ),
            save: canSave ? { onSave: saveAll, disabled: !edited.dirty } : undefined,
          }}
        />
      </Box>
      {open === 'part' && <LazyDialog load={loadAddPart} onClose={close} />}
      {open === 'receipt' && <LazyDialog load={loadReceipt} onClose={close} />}
    </FormProvider>
  );
}
