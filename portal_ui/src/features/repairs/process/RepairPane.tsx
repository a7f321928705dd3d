import { useEvent, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Repair, RepairPart } from '../../../api/repairs';
import { RestoredDraftAlert, SaveStatus } from '../../../core/forms/DraftAlerts';
import { useFormat } from '../../../core/i18n/format';
import { useEditing, useProcess } from '../../../core/process/processContext';
import { getSaveStatus } from '../../../core/process/StepForm';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { TableBulkActions } from '../../../core/tables/TableBulkActions';
import { useDetailPanel } from '../../../core/tables/useDetailPanel';
import { ApprovedTotal, getCostVisibility, isAllApproved, needsApproval, sumTotals } from './Findings';
import { RepairEditorDetails, RepairReaderDetails } from './RepairDetails';
import { useRepairColumns } from './repairColumns';
import { isSerialMissing, isStatusEditable, type RepairRow, repairRows, SELECTABLE_STATUSES } from './repairRows';
import { UnitsPane } from './UnitsPane';
import { filterServicedParts, getPartId, type UnitForm } from './unitRows';
import { useBulkResult } from './useBulkResult';
import { useUnitForm } from './useUnitForm';

const pane = { title: 'repair.service.title', sheet: 'repair-tab' };

/** Repair pane: the result of each unit in repair. */
export default function RepairPane() {
  const { record } = useProcess<Repair>();
  const { editing, canSave } = useEditing('save_repairs');
  const parts = useMemo(() => filterServicedParts(record.repairParts), [record.repairParts]);
  return editing ? <RepairEditor parts={parts} canSave={canSave} /> : <RepairReader parts={parts} />;
}

/** Render the total of the approved repairs, if the viewer sees costs. */
const renderTotal = (parts: readonly RepairPart[]) =>
  getCostVisibility(parts).total && <ApprovedTotal parts={parts.filter(needsApproval)} />;

/** Return the total of a column, or totals if some are not approved. */
function useTotal(parts: readonly RepairPart[]) {
  const { money } = useFormat();
  const label = useTranslate()('repair.column.total');
  const counted = parts.filter(needsApproval);
  if (!getCostVisibility(parts).total || !isAllApproved(counted)) return { summary: renderTotal(parts) };
  return { total: { column: 'total', label, value: money(sumTotals(counted)) } };
}

/** Read-only list of the units in repair. */
function RepairReader({ parts }: { parts: readonly RepairPart[] }) {
  return (
    <UnitsPane
      {...pane}
      panel={useDetailPanel(parts, getPartId)}
      columns={useRepairColumns(parts, false)}
      cardHeight={120}
      summary={renderTotal(parts)}
      details={(part) => <RepairReaderDetails part={part} />}
    />
  );
}

const isUnfinished = (part: RepairPart): boolean => isStatusEditable(part) && !part.repairStatus;

/** Editable list of the units in repair, saved row by row or all together. */
function RepairEditor({ parts, canSave }: { parts: readonly RepairPart[]; canSave: boolean }) {
  const { busy } = useProcessUpdater();
  const translate = useTranslate();
  const { edited, table, send, saveAll } = useUnitForm(parts, repairRows);
  const { form } = edited;
  const getFormValues = (): UnitForm<RepairRow> => structuredClone(form.getValues());
  const saveRow = useEvent((part: RepairPart) => void send([part], getFormValues(), false));
  const { setAll, question } = useBulkResult(parts, { edited, table, send });

  const { isValid } = form.formState;
  const isUnnamed = Object.values(form.getValues().rows).some(isSerialMissing);
  const reason = isUnnamed ? 'repair.service.serialFirst' : 'repair.service.statusFirst';
  return (
    <FormProvider {...form}>
      <UnitsPane
        {...pane}
        bulk={
          canSave &&
          parts.some(isStatusEditable) && (
            <TableBulkActions
              menuLabel="repair.service.setAll"
              actions={SELECTABLE_STATUSES.map((status) => ({
                key: status,
                label: translate(`repair.service.all.${status}`),
                disabled: busy,
                run: () => setAll(status),
              }))}
            />
          )
        }
        alert={<RestoredDraftAlert form={edited} square />}
        panel={useDetailPanel(parts, getPartId, isUnfinished)}
        columns={useRepairColumns(parts, true)}
        cardHeight={190}
        {...useTotal(parts)}
        details={(part) => <RepairEditorDetails part={part} onSave={saveRow} />}
        handle={table}
        bar={{
          secondary: <SaveStatus state={getSaveStatus(edited)} />,
          save: canSave
            ? {
                onSave: saveAll,
                label: translate('repair.service.saveAll'),
                disabled: !edited.dirty || !isValid,
                reason: isValid ? null : translate(reason),
              }
            : undefined,
        }}
      />
      {question}
    </FormProvider>
  );
}
