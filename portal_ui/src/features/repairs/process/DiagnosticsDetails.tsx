import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { ConfirmMutationDialog } from '../../../core/process/ConfirmMutationDialog';
import { useAction, useProcess } from '../../../core/process/processContext';
import { SpectrumBindingProvider } from '../../spectra/spectrumBinding';
import { Costs } from './Costs';
import { PanelField } from './PanelField';
import { buildRepairUpdate } from './repairUpdates';
import { ModelAverage, UnitFiles, UnitHistory, UnitProblem } from './UnitDetails';
import { UnitInput, UnitSelect } from './unitColumns';
import { buildRowKey } from './unitRows';
import { useUnitName } from './useUnitName';

/** Details of a unit in diagnostics: data of the client first, then the form. */
export function DiagnosticsDetails({ part }: { part: RepairPart }) {
  const { availableTypes: available } = useProcess<Repair>().record;
  const translate = useTranslate();
  const { choices } = useMeta();
  const name = useUnitName()(part);
  const result = translate('repair.column.result');
  return (
    <>
      <UnitSpectra part={part}>
        <UnitFiles part={part} />
        <UnitProblem part={part} />
      </UnitSpectra>
      <UnitHistory part={part} />
      {!part.isMissing && (
        <>
          <PanelField label={result}>
            <UnitSelect
              {...{ part, name }}
              label={result}
              field="status"
              column="repair.column.result"
              choices={choices.diagnosticStatus}
              empty="repair.unit.choose"
            />
          </PanelField>
          <PanelField label={translate('repair.diagnostics.costs')}>
            <Box sx={{ marginBottom: 0.75, '&:empty': { display: 'none' }, '& > *': { whiteSpace: 'normal' } }}>
              <ModelAverage part={part} />
            </Box>
            <Costs {...{ part, name }} offered={available?.[part.partId]} />
          </PanelField>
          <PanelField label={translate('repair.column.diagnosticComment')}>
            <UnitInput {...{ part, name }} field="comment" column="repair.column.diagnosticComment" lines={2} />
          </PanelField>
          <Box sx={{ display: 'grid', columnGap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
            {(['serialNumber', 'serviceTag'] as const).map((field) => (
              <PanelField key={field} label={translate(`repair.column.${field}`)}>
                <UnitInput {...{ part, name, field }} column={`repair.column.${field}`} />
              </PanelField>
            ))}
          </Box>
        </>
      )}
      {part.addedInDiagnostics && <DeletePartButton part={part} name={name} />}
    </>
  );
}

/** Button to delete a unit that was added during diagnostics. */
function DeletePartButton({ part, name }: { part: RepairPart; name: string }) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  if (useAction('delete_part') === undefined) return null;
  return (
    <Box sx={{ marginTop: 2 }}>
      <Button
        size="small"
        color="error"
        startIcon={<DeleteIcon />}
        aria-label={translate('repair.addPart.deleteOf', { name })}
        onClick={() => setOpen(true)}
      >
        {translate('repair.addPart.deleteConfirm')}
      </Button>
      {isOpen && (
        <ConfirmMutationDialog
          title={translate('repair.addPart.deleteTitle', { name })}
          text="repair.addPart.deleteText"
          confirmLabel="repair.addPart.deleteConfirm"
          write={buildRepairUpdate('deleteUnit', { id: part.id })}
          options={{ successMessage: 'repair.saved.partDeleted' }}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  );
}

/** Provider that binds spectrum files of a unit to the fields of its form row. */
function UnitSpectra({ part, children }: { part: RepairPart; children: ReactNode }) {
  const { setValue } = useFormContext();
  const buildPath = (field: string) => `rows.${buildRowKey(part.id)}.${field}`;
  const [serialNumber, comment] = useWatch({ name: [buildPath('serialNumber'), buildPath('comment')] });
  const buildBinding = (field: string, current: unknown) => ({
    current: String(current ?? ''),
    set: (text: string) => setValue(buildPath(field), text, { shouldDirty: true, shouldTouch: true }),
  });
  return (
    <SpectrumBindingProvider
      value={{
        serialNumber: buildBinding('serialNumber', serialNumber),
        notes: { ...buildBinding('comment', comment), adjacentText: part.problemDescription ?? '' },
      }}
    >
      {children}
    </SpectrumBindingProvider>
  );
}
