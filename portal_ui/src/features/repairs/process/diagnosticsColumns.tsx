import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate, ValidationError } from 'ra-core';
import { useMemo } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { PredefinedServices } from '../../../api/types';
import { useProcess } from '../../../core/process/processContext';
import { Dash } from '../../../core/tables/CellText';
import { LiveTotal } from './Costs';
import { type DiagnosticRow, TYPES } from './diagnosticRows';
import { NotReceived } from './Findings';
import {
  buildUnitColumn,
  ClampedText,
  type UnitColumn,
  type UnitField,
  UnitSelect,
  useAmountWidth,
} from './unitColumns';
import { buildRowKey, type UnitForm } from './unitRows';

/** Width of image and a long model name in pixels. */
const UNIT_WIDTH = 214;

const isMissing = (part: RepairPart): boolean => part.isMissing;

/** Return the diagnostics columns; only the diagnosis is edited in the row. */
export function useDiagnosticsColumns(parts: readonly RepairPart[]): UnitColumn[] {
  const amountWidth = useAmountWidth(parts);
  const { availableTypes: available } = useProcess<Repair>().record;
  const { choices } = useMeta();
  return useMemo(() => {
    const status: UnitField = {
      key: 'status',
      label: 'repair.column.result',
      width: 150,
      card: 'wide',
      cell: (part, { name }) =>
        part.isMissing ? (
          <NotReceived />
        ) : (
          <UnitSelect
            {...{ part, name }}
            field="status"
            column="repair.column.result"
            choices={choices.diagnosticStatus}
            empty="repair.unit.choose"
          />
        ),
    };
    const total: UnitField = {
      key: 'total',
      label: 'repair.unit.cost',
      width: amountWidth,
      align: 'end',
      isEmpty: isMissing,
      cell: (part) => <Cost part={part} offered={available?.[part.partId]} />,
    };
    const comment: UnitField = {
      key: 'diagnosticComment',
      minWidth: 120,
      card: 'wide',
      isEmpty: isMissing,
      cell: (part) => <Comment part={part} />,
    };
    return [{ ...buildUnitColumn({ isSerialFirst: true }), width: UNIT_WIDTH }, status, total, comment];
  }, [available, amountWidth, choices.diagnosticStatus]);
}

/** Cost as entered, and its source: prices or the number of services. */
function Cost({ part, offered }: { part: RepairPart; offered: PredefinedServices | undefined }) {
  const translate = useTranslate();
  const { control } = useFormContext<UnitForm<DiagnosticRow>>();
  // The form row of a unit that was just added is set after the first render.
  const row: Partial<DiagnosticRow> | undefined = useWatch({ control, name: `rows.${buildRowKey(part.id)}` });
  const services = TYPES.reduce((sum, type) => sum + (row?.[type]?.length ?? 0), 0);
  const isEmpty = row?.withPredefinedTypes
    ? services === 0
    : !row?.diagnosticPrice && !row?.repairPrice && !row?.partsPrice;
  if (isEmpty) return <Dash />;
  return (
    <Box sx={{ textAlign: 'end' }}>
      <LiveTotal part={part} offered={offered} />
      <Typography variant="caption" component="div" sx={{ color: 'text.tertiary' }}>
        {row?.withPredefinedTypes
          ? translate('repair.diagnostics.services', { smart_count: services })
          : translate('repair.diagnostics.by.prices')}
      </Typography>
    </Box>
  );
}

/** Comment as entered, or the error of another field of the unit. */
function Comment({ part }: { part: RepairPart }) {
  const translate = useTranslate();
  const { control } = useFormContext<UnitForm<DiagnosticRow>>();
  const path = `rows.${buildRowKey(part.id)}` as const;
  const comment = useWatch({ control, name: `${path}.comment` });
  const { errors } = useFormState({ control, name: path });
  const broken = Object.entries((get(errors, path) ?? {}) as Record<string, { message?: string }>);
  const message = broken.find(([field]) => field !== 'status')?.[1].message;
  if (message) {
    return (
      <Typography variant="body2" sx={{ color: 'error.main' }}>
        <ValidationError error={message} />
      </Typography>
    );
  }
  return <ClampedText empty={translate('repair.diagnostics.noComment')}>{comment}</ClampedText>;
}
