import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useTranslate, ValidationError } from 'ra-core';
import { memo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { RepairPart } from '../../../api/repairs';
import type { PredefinedServices } from '../../../api/types';
import { useFormat } from '../../../core/i18n/format';
import { useCellError } from '../../../core/tables/CellField';
import { type DiagnosticRow, getServices, PRICES, sumTotal, TYPE_SOURCE, TYPES } from './diagnosticRows';
import { PredefinedTypesDialog } from './PredefinedTypesDialog';
import { UnitPrice } from './unitColumns';
import { buildRowKey, type UnitForm } from './unitRows';

interface CostsProps {
  part: RepairPart;
  name: string;
  /** Services of the unit's part. */
  offered: PredefinedServices | undefined;
}

const hasTypes = (available: PredefinedServices | undefined): boolean =>
  available !== undefined && TYPES.some((name) => available[TYPE_SOURCE[name]].length > 0);

/** Cost of a unit: three prices, or predefined services if its part has or had any. */
export const Costs = memo(function Costs({ part, name, offered }: CostsProps) {
  const { control, setValue } = useFormContext<UnitForm<DiagnosticRow>>();
  const translate = useTranslate();
  const row = `rows.${buildRowKey(part.id)}` as const;
  const byTypes = useWatch({ control, name: `${row}.withPredefinedTypes` });
  const available = getServices(part, offered);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {(byTypes || hasTypes(available)) && (
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          value={byTypes ? 'types' : 'prices'}
          aria-label={translate('repair.diagnostics.costsOf', { name })}
          onChange={(_, chosen: string | null) =>
            chosen && setValue(`${row}.withPredefinedTypes`, chosen === 'types', { shouldDirty: true })
          }
        >
          {(['prices', 'types'] as const).map((kind) => (
            <ToggleButton key={kind} value={kind}>
              {translate(`repair.diagnostics.by.${kind}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      {byTypes ? <TypeCells {...{ part, name, available }} /> : <PriceCells {...{ part, name }} />}
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Typography component="span" variant="body2" sx={{ fontWeight: 'fontWeightBold' }}>
          {translate('repair.column.total')}
        </Typography>
        <LiveTotal part={part} offered={offered} />
      </Box>
    </Box>
  );
});

function PriceCells({ part, name }: { part: RepairPart; name: string }) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 0.75, gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', alignItems: 'start' }}>
      {PRICES.map((price) => {
        const column = translate(`repair.diagnostics.price.${price}`);
        return (
          <Box key={price} sx={{ minWidth: 0 }}>
            <Typography
              aria-hidden
              noWrap
              variant="subtitle2"
              component="div"
              title={column}
              sx={{ marginBottom: 0.5 }}
            >
              {column}
            </Typography>
            <UnitPrice part={part} name={name} field={price} column={`repair.diagnostics.field.${price}`} />
          </Box>
        );
      })}
    </Box>
  );
}

type TypeCellsProps = Pick<CostsProps, 'part' | 'name'> & { available: PredefinedServices | undefined };

function TypeCells({ part, name, available }: TypeCellsProps) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const { control } = useFormContext<UnitForm<DiagnosticRow>>();
  const row = `rows.${buildRowKey(part.id)}` as const;
  const chosen: Partial<DiagnosticRow> | undefined = useWatch({ control, name: row });
  const errors = [
    useCellError(`${row}.diagnosticTypes`),
    useCellError(`${row}.repairTypes`),
    useCellError(`${row}.partsTypes`),
    useCellError(`${row}.withPredefinedTypes`),
  ].filter((error) => error !== undefined);
  // A repair and a part can have the same name, so the kind is part of the label.
  const chosenNames = TYPES.flatMap((type) => {
    const services = (available?.[TYPE_SOURCE[type]] ?? []).filter(({ id }) => chosen?.[type]?.includes(id));
    const names = services.map(({ shortText }) => shortText).join(', ');
    return names ? [`${translate(`repair.diagnostics.types.${type}`)}: ${names}`] : [];
  }).join('; ');
  return (
    <Box sx={{ minWidth: 0 }}>
      <Button
        size="small"
        startIcon={<EditIcon />}
        data-cell="types"
        disabled={!hasTypes(available)}
        aria-label={
          chosenNames
            ? translate('repair.diagnostics.chosen', { chosen: chosenNames, name })
            : translate('repair.diagnostics.cell', { column: translate('repair.diagnostics.choose'), name })
        }
        onClick={() => setOpen(true)}
        sx={{ width: '100%', minHeight: 36, justifyContent: 'flex-start', textAlign: 'start', whiteSpace: 'normal' }}
      >
        {chosenNames || translate('repair.diagnostics.choose')}
      </Button>
      {errors.map((error) => (
        <Typography key={error} variant="body2" role="alert" sx={{ color: 'error.main' }}>
          <ValidationError error={error} />
        </Typography>
      ))}
      {open && available && <PredefinedTypesDialog {...{ part, name, available }} onClose={() => setOpen(false)} />}
    </Box>
  );
}

/** Cost of a unit, updated while the user types. */
export function LiveTotal({ part, offered }: Omit<CostsProps, 'name'>) {
  const { control } = useFormContext<UnitForm<DiagnosticRow>>();
  const { money } = useFormat();
  // The form row of a unit that was just added is set after the first render.
  const row: Partial<DiagnosticRow> | undefined = useWatch({ control, name: `rows.${buildRowKey(part.id)}` });
  return (
    <Typography component="output" className="tabular" sx={{ fontWeight: 'fontWeightBold', whiteSpace: 'nowrap' }}>
      {row ? money(sumTotal(row, getServices(part, offered))) : ''}
    </Typography>
  );
}
