import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { type ReactNode, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { ConfirmMutationDialog } from '../../../core/process/ConfirmMutationDialog';
import { useAction, useProcess } from '../../../core/process/processContext';
import { CellText } from '../../../core/tables/CellText';
import { SpectrumBindingProvider } from '../../spectra/spectrumBinding';
import { Costs, LiveTotal } from './Costs';
import { PRICES } from './diagnosticRows';
import { NotReceived } from './Findings';
import { buildRepairUpdate } from './repairUpdates';
import {
  AMOUNT_WIDTH,
  attachmentsColumn,
  hintedPartColumn,
  shortProblemField,
  type UnitColumn,
  type UnitField,
  UnitInput,
  UnitSelect,
  useIdentityWidth,
} from './unitColumns';
import { buildRowKey } from './unitRows';

/** What a spectrum file fills in of a unit that is diagnosed. */
const diagnosed = { serialNumber: 'serialNumber', notes: 'comment' } as const;

const isMissing = (part: RepairPart): boolean => part.isMissing;

const removalField: UnitField = {
  key: 'remove',
  label: 'repair.addPart.deleteConfirm',
  width: 56,
  hideHeader: true,
  align: 'end',
  card: 'action',
  isEmpty: (part) => !part.addedInDiagnostics,
  cell: (part, { name }) => <DeletePartButton part={part} name={name} />,
};

/** The columns of the diagnostics table: two lines a row, so that all of it fits a laptop's screen. */
export function useDiagnosticsColumns(): UnitColumn[] {
  const { availableTypes: available } = useProcess<Repair>().record;
  // Room for the frame of the field beside the text.
  const width = useIdentityWidth() + 16;
  const { choices } = useMeta();
  return useMemo(() => {
    const typed = (field: 'serialNumber' | 'serviceTag'): UnitField => ({
      key: field,
      width,
      card: width > 160 ? 'wide' : 'half',
      cell: (part, { name }) =>
        part.isMissing ? (
          <CellText>{part[field]}</CellText>
        ) : (
          <UnitInput {...{ part, name, field }} column={`repair.column.${field}`} />
        ),
    });
    const status: UnitField = {
      key: 'status',
      label: 'repair.column.result',
      width: 190,
      card: 'entry',
      cell: (part, { name }) =>
        part.isMissing ? (
          <NotReceived />
        ) : (
          <Box sx={{ maxWidth: { sm: 260 } }}>
            <UnitSelect
              {...{ part, name }}
              field="status"
              column="repair.column.result"
              choices={choices.diagnosticStatus}
              empty="repair.diagnostics.noResult"
            />
          </Box>
        ),
    };
    const comment: UnitField = {
      key: 'diagnosticComment',
      card: 'entry',
      isEmpty: isMissing,
      cell: (part, { name }) => (
        <UnitInput {...{ part, name }} field="comment" column="repair.column.diagnosticComment" lines={2} />
      ),
    };
    const costs: UnitField = {
      key: 'costs',
      label: 'repair.diagnostics.costs',
      head: <PriceHeads />,
      width: 288,
      card: 'wide',
      isEmpty: isMissing,
      cell: (part, { name, onCard }) => (
        <Costs {...{ part, name }} offered={available?.[part.partId]} labelled={onCard} />
      ),
    };
    const total: UnitField = {
      key: 'total',
      width: AMOUNT_WIDTH,
      align: 'end',
      card: 'elsewhere',
      isEmpty: isMissing,
      cell: (part) => <LiveTotal part={part} offered={available?.[part.partId]} />,
    };
    const attachments: UnitField = {
      ...attachmentsColumn,
      hideHeader: true,
      align: 'end',
      cell: (part, shown) => (
        <UnitSpectra part={part} fields={diagnosed}>
          {attachmentsColumn.cell(part, shown)}
        </UnitSpectra>
      ),
    };
    return [
      { key: 'unit', minWidth: 190, stack: [hintedPartColumn, shortProblemField] },
      { key: 'identity', width, stack: [typed('serialNumber'), typed('serviceTag')] },
      { key: 'finding', minWidth: 180, stack: [status, comment] },
      costs,
      { key: 'totals', width: AMOUNT_WIDTH, stack: [total, attachments, removalField] },
    ];
  }, [width, available, choices.diagnosticStatus]);
}

/** Takes a unit off again that was added during diagnostics. */
function DeletePartButton({ part, name }: { part: RepairPart; name: string }) {
  const translate = useTranslate();
  const [asked, setAsked] = useState(false);
  if (useAction('delete_part') === undefined) return null;
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('repair.addPart.deleteOf', { name })}
        onClick={() => setAsked(true)}
      >
        <DeleteIcon />
      </IconButton>
      {asked && (
        <ConfirmMutationDialog
          title={translate('repair.addPart.deleteTitle', { name })}
          text="repair.addPart.deleteText"
          confirmLabel="repair.addPart.deleteConfirm"
          write={buildRepairUpdate('deleteUnit', { id: part.id })}
          options={{ successMessage: 'repair.saved.partDeleted' }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function PriceHeads() {
  const translate = useTranslate();
  return (
    <>
      {translate('repair.diagnostics.costs')}
      <Box component="span" sx={{ display: 'grid', gap: 0.75, gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' }}>
        {PRICES.map((price) => (
          <Box component="span" key={price} sx={{ textAlign: 'end', whiteSpace: 'nowrap' }}>
            {translate(`repair.diagnostics.price.${price}`)}
          </Box>
        ))}
      </Box>
    </>
  );
}

interface Props {
  part: RepairPart;
  /** The fields of the row that a spectrum file may fill in. */
  fields: { serialNumber: string; notes: string };
  children: ReactNode;
}

/** Around the files of a unit: what is read of a spectrum file may go into its row. */
function UnitSpectra({ part, fields, children }: Props) {
  const { setValue } = useFormContext();
  const pathOf = (field: string) => `rows.${buildRowKey(part.id)}.${field}`;
  const [serialNumber, notes] = useWatch({ name: [pathOf(fields.serialNumber), pathOf(fields.notes)] });
  const slot = (field: string, current: unknown) => ({
    current: String(current ?? ''),
    set: (text: string) => setValue(pathOf(field), text, { shouldDirty: true, shouldTouch: true }),
  });
  return (
    <SpectrumBindingProvider
      value={{
        serialNumber: slot(fields.serialNumber, serialNumber),
        notes: { ...slot(fields.notes, notes), beside: part.problemDescription ?? '' },
      }}
    >
      {children}
    </SpectrumBindingProvider>
  );
}
