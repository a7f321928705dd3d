import AddIcon from '@mui/icons-material/Add';
import FillDownIcon from '@mui/icons-material/ArrowDownward';
import ChecklistIcon from '@mui/icons-material/Checklist';
import PasteIcon from '@mui/icons-material/ContentPaste';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { RestoredDraftAlert } from '../../../core/forms/DraftAlerts';
import { useAction, useEditing, useProcess } from '../../../core/process/processContext';
import { TableBulkActions } from '../../../core/tables/TableBulkActions';
import { useDetailPanel } from '../../../core/tables/useDetailPanel';
import { LazyDialog } from '../../../core/ui/LazyDialog';
import { DiagnosticsDetails } from './DiagnosticsDetails';
import { diagnosticRows } from './diagnosticRows';
import { useDiagnosticsColumns } from './diagnosticsColumns';
import { getCostVisibility } from './Findings';
import { UnitFindings, UnitHistory } from './UnitDetails';
import { UnitsPane } from './UnitsPane';
import { buildFindingColumns, ClampedText, type UnitColumn, type UnitField, useAmountWidth } from './unitColumns';
import { filterServicedParts, getPartId } from './unitRows';
import { useCellEdits } from './useCellEdits';
import { useUnitForm } from './useUnitForm';

const loadAddUnitDialog = () => import('./AddUnitDialog');
const loadGoodsReceiptDialog = () => import('./GoodsReceiptDialog');
const pane = { title: 'repair.diagnostics.title', sheet: 'repair-diagnostics-tab' };

/** Diagnostics pane: the diagnosis of each unit and its repair cost. */
export default function DiagnosticsPane() {
  const { record } = useProcess<Repair>();
  const { editing, canSave } = useEditing('save_diagnostics');
  const parts = useMemo(() => filterServicedParts(record.repairParts), [record.repairParts]);
  return editing ? <DiagnosticsEditor parts={parts} canSave={canSave} /> : <DiagnosticsReader parts={parts} />;
}

/** Read-only diagnostics list, with the costs that the server returns to the user. */
function DiagnosticsReader({ parts }: { parts: readonly RepairPart[] }) {
  const hasTotal = getCostVisibility(parts).total;
  const amountWidth = useAmountWidth(parts);
  const columns = useMemo<UnitColumn[]>(
    () => [...buildFindingColumns(hasTotal, amountWidth), commentColumn],
    [hasTotal, amountWidth],
  );
  return (
    <UnitsPane
      {...pane}
      panel={useDetailPanel(parts, getPartId)}
      columns={columns}
      cardHeight={120}
      details={(part) => (
        <>
          <UnitFindings part={part} />
          <UnitHistory part={part} />
        </>
      )}
    />
  );
}

const commentColumn: UnitField = {
  key: 'diagnosticComment',
  card: 'wide',
  isEmpty: ({ diagnosticInfo }) => !diagnosticInfo?.comment,
  cell: ({ diagnosticInfo }) => <ClampedText>{diagnosticInfo?.comment}</ClampedText>,
};

/** Largest number of units without the hint on bulk edits. */
const MAX_UNITS_WITHOUT_HINT = 3;

const isUndiagnosed = (part: RepairPart): boolean => !part.isMissing && !part.diagnosticInfo?.status;

/** Editable diagnostics list. */
function DiagnosticsEditor({ parts, canSave }: { parts: readonly RepairPart[]; canSave: boolean }) {
  const addPart = useAction('add_part');
  const receipt = useAction('save_arrivals');
  const [open, setOpen] = useState<'part' | 'receipt' | null>(null);
  const close = () => setOpen(null);
  const { edited, table, saveAll } = useUnitForm(parts, diagnosticRows);
  const { selection, column, fillDown, paste, setResult, handlers } = useCellEdits(parts, edited.form);
  const { choices } = useMeta();
  const translate = useTranslate();
  const results = (choices.diagnosticStatus ?? []).map(({ key, name }) => ({
    key,
    label: translate('repair.diagnostics.setTo', { result: name }),
    disabled: false,
    run: () => setResult(key),
  }));
  const bulk = (
    <>
      {selection.ids.size === 0 && (
        <Typography variant="body2" sx={{ display: { sm: 'none' }, color: 'text.tertiary' }}>
          {translate('lists.units', { smart_count: parts.length })}
        </Typography>
      )}
      <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
        <Button size="small" startIcon={<FillDownIcon />} disabled={column === null} onClick={fillDown}>
          {translate('repair.diagnostics.fillDown')}
        </Button>
        <Button size="small" startIcon={<PasteIcon />} onClick={() => void paste()}>
          {translate('repair.diagnostics.paste')}
        </Button>
      </Box>
      {selection.ids.size > 0 && (
        <TableBulkActions
          menuLabel="repair.diagnostics.setSelected"
          selectedCount={selection.ids.size}
          actions={results}
        />
      )}
    </>
  );
  return (
    <FormProvider {...edited.form}>
      <Box data-fills-page {...handlers}>
        <UnitsPane
          {...pane}
          selection={selection}
          bulk={canSave && bulk}
          alert={<RestoredDraftAlert form={edited} square />}
          panel={useDetailPanel(parts, getPartId, isUndiagnosed)}
          columns={useDiagnosticsColumns(parts)}
          cardHeight={150}
          details={(part) => <DiagnosticsDetails part={part} />}
          summary={
            parts.length > MAX_UNITS_WITHOUT_HINT && (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {translate('repair.diagnostics.manyHint')}
              </Typography>
            )
          }
          handle={table}
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
