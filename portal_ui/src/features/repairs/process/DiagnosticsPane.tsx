import AddIcon from '@mui/icons-material/Add';
import ChecklistIcon from '@mui/icons-material/Checklist';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { RestoredDraftAlert } from '../../../core/forms/DraftAlerts';
import { useAction, useEditing, useProcess } from '../../../core/process/processContext';
import { TableBulkActions } from '../../../core/tables/TableBulkActions';
import { LazyDialog } from '../../../core/ui/LazyDialog';
import { diagnosticRows, getSavedTotal } from './diagnosticRows';
import { useDiagnosticsColumns } from './diagnosticsColumns';
import { areCostsShown, CostLines, costsField, findingsColumn, Total } from './Findings';
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
import { filterServicedParts } from './unitRows';
import { useCellEdits } from './useCellEdits';
import { useUnitForm } from './useUnitForm';

const loadAddUnitDialog = () => import('./AddUnitDialog');
const loadGoodsReceiptDialog = () => import('./GoodsReceiptDialog');
const pane = { title: 'repair.diagnostics.title', sheet: 'repair-diagnostics-tab' };

/** Diagnostics: what was found in each unit, and what its repair costs. */
export default function DiagnosticsPane() {
  const { record } = useProcess<Repair>();
  const { editing, canSave } = useEditing('save_diagnostics');
  const parts = useMemo(() => filterServicedParts(record.repairParts), [record.repairParts]);
  return editing ? <DiagnosticsEditor parts={parts} canSave={canSave} /> : <DiagnosticsReader parts={parts} />;
}

const totalColumn: UnitField = {
  key: 'total',
  width: AMOUNT_WIDTH,
  align: 'end',
  isEmpty: (unit) => getSavedTotal(unit) === null,
  cell: (unit) => <Total part={unit} />,
};

/** What diagnostics found, to read; costs as far as the server tells them to the viewer. */
function DiagnosticsReader({ parts }: { parts: readonly RepairPart[] }) {
  const width = useIdentityWidth();
  const columns = useMemo<UnitColumn[]>(() => {
    const shows = areCostsShown(parts);
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
  return <UnitsPane {...pane} rows={parts} columns={columns} estimatedHeights={{ row: 64, card: 180 }} />;
}

/** So few units need no word about filling in many at once. */
const MAX_UNITS_WITHOUT_HINT = 3;

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
          note={parts.length > MAX_UNITS_WITHOUT_HINT && translate('repair.diagnostics.manyHint')}
          selection={marks}
          bulk={canSave && <TableBulkActions selectedCount={marks.ids.size} actions={bulk} />}
          notice={<RestoredDraftAlert form={edited} square />}
          rows={parts}
          columns={useDiagnosticsColumns()}
          estimatedHeights={{ row: 112, card: 380 }}
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
      {open === 'part' && <LazyDialog load={loadAddUnitDialog} onClose={close} />}
      {open === 'receipt' && <LazyDialog load={loadGoodsReceiptDialog} onClose={close} />}
    </FormProvider>
  );
}
