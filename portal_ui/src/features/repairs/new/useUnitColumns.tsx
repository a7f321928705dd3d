import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { MAX_PROBLEM_LENGTH } from '../../../api/repairs';
import { CellField } from '../../../core/tables/CellField';
import type { CellContext, Column } from '../../../core/tables/tableTypes';
import { SerialHint } from '../../instruments/SerialHint';
import { FilesCell } from './FilesCell';
import { RepeatedSerial } from './RepeatedSerial';
import type { ListActions, Unit, UnitCell } from './unitGroups';
import type { RepairForm } from './useRepairForm';

const maxLengths: Record<UnitCell, number> = {
  serialNumber: 255,
  serviceTag: 255,
  problemDescription: MAX_PROBLEM_LENGTH,
};

/** Return the columns of the unit list. */
export function useUnitColumns(
  uploads: RepairForm['uploads'],
  actions: RepairForm['actions'],
  onRemoveUnit: ListActions['onRemoveUnit'],
): Column<Unit>[] {
  const translate = useTranslate();
  return useMemo(() => {
    const buildTextColumn = (
      cell: UnitCell,
      labelKey: string,
      more: { required?: boolean; lines?: number; placeholder?: string },
    ) => {
      const label = translate(`newRepair.${labelKey}`);
      return {
        key: cell,
        label,
        cell: ({ id, part }: Unit, { name, onCard }: CellContext) => (
          <>
            <CellField
              {...more}
              name={`units.${id}.${cell}`}
              cell={cell}
              label={translate('newRepair.cellOf', { column: label, unit: name })}
              maxLength={maxLengths[cell]}
            />
            {cell === 'serialNumber' && (
              <Box role="status">
                <RepeatedSerial unitId={id} />
              </Box>
            )}
            {/* In a table only the widest column has room for the hint. */}
            {cell === (onCard ? 'serialNumber' : 'problemDescription') && (
              <SerialHint partId={part.id} field={`units.${id}.serialNumber`} />
            )}
          </>
        ),
      };
    };
    const optional = translate('shared.optional');
    return [
      {
        key: 'number',
        label: translate('newRepair.number'),
        hideHeader: true,
        width: 48,
        card: 'title',
        cell: ({ number, part }, { onCard }) =>
          onCard ? (
            <Typography variant="subtitle1" component="div" sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
              {translate('newRepair.unitOf', { number, part: part.name })}
            </Typography>
          ) : (
            <Box component="span" className="tabular" sx={{ color: 'text.tertiary', lineHeight: '32px' }}>
              {number}
            </Box>
          ),
      },
      {
        ...buildTextColumn('serialNumber', 'serialNumber', {
          required: true,
          placeholder: translate('newRepair.serialHelp'),
        }),
        width: 210,
        card: 'wide',
      },
      { ...buildTextColumn('serviceTag', 'serviceTag', { placeholder: optional }), width: 132, card: 'wide' },
      {
        ...buildTextColumn('problemDescription', 'problem', { lines: 1, placeholder: optional }),
        minWidth: 180,
        card: 'wide',
      },
      {
        key: 'attachments',
        label: translate('newRepair.attachments'),
        width: 112,
        card: 'action',
        cell: (unit, { name }) => (
          <FilesCell {...{ unit, actions }} ownerName={name} queue={uploads.getQueue(unit.id)} />
        ),
      },
      {
        key: 'remove',
        label: translate('newRepair.removeUnit.column'),
        hideHeader: true,
        width: 60,
        align: 'end',
        card: 'action',
        cell: ({ id }, { name }) => (
          <IconButton
            onClick={() => onRemoveUnit(id)}
            aria-label={translate('newRepair.removeUnit.label', { unit: name })}
          >
            <DeleteIcon />
          </IconButton>
        ),
      },
    ];
  }, [translate, uploads, actions, onRemoveUnit]);
}
