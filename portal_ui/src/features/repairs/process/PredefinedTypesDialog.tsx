import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { RepairPart } from '../../../api/repairs';
import type { PredefinedServices } from '../../../api/types';
import { FormDialog } from '../../../core/forms/FormDialog';
import { useFormat } from '../../../core/i18n/format';
import {
  type DiagnosticRow,
  sumTotal,
  TYPE_LIMIT,
  TYPE_SOURCE,
  TYPES,
  type TypeName,
  toggleType,
} from './diagnosticRows';
import { buildRowKey, type UnitForm } from './unitRows';

interface PredefinedTypesDialogProps {
  part: RepairPart;
  name: string;
  available: PredefinedServices;
  onClose: () => void;
}

/** Dialog to choose the predefined services of a unit, in groups with a limit. */
export function PredefinedTypesDialog({ part, name, available, onClose }: PredefinedTypesDialogProps) {
  const translate = useTranslate();
  const { money } = useFormat();
  const { getValues, setValue } = useFormContext<UnitForm<DiagnosticRow>>();
  const path = `rows.${buildRowKey(part.id)}` as const;
  const [opened] = useState(() => getValues(path));
  const [row, setRow] = useState(opened);
  const apply = () => {
    for (const type of TYPES) setValue(`${path}.${type}`, row[type], { shouldDirty: true });
    onClose();
  };
  return (
    <FormDialog
      title={translate('repair.diagnostics.servicesOf', { name })}
      submitLabel={translate('repair.diagnostics.apply')}
      dirty={TYPES.some((type) => row[type].join() !== opened[type].join())}
      onSubmit={apply}
      onClose={onClose}
      start={
        <Typography>
          {translate('repair.diagnostics.total', {
            total: money(sumTotal({ ...row, withPredefinedTypes: true }, available)),
          })}
        </Typography>
      }
    >
      {TYPES.filter((type) => available[TYPE_SOURCE[type]].length > 0).map((type) => (
        <TypeGroup
          key={type}
          type={type}
          chosen={row[type]}
          offered={available[TYPE_SOURCE[type]]}
          onToggle={(id) =>
            setRow((current) => ({
              ...current,
              [type]: id === null ? [] : toggleType(current[type], id, TYPE_LIMIT[type]),
            }))
          }
        />
      ))}
    </FormDialog>
  );
}

interface TypeGroupProps {
  type: TypeName;
  chosen: readonly number[];
  offered: PredefinedServices['REPAIRS'];
  /** Toggle a service; null clears a group with a limit of one. */
  onToggle: (id: number | null) => void;
}

/** Services of one group: radio buttons for a limit of one, otherwise checkboxes. */
function TypeGroup({ type, chosen, offered, onToggle }: TypeGroupProps) {
  const translate = useTranslate();
  const { money } = useFormat();
  const name = useId();
  const limit = TYPE_LIMIT[type];
  const isFull = chosen.length >= limit;
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ padding: 0, marginBottom: 0.5 }}>
        {translate(`repair.diagnostics.types.${type}`)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
        {translate('repair.diagnostics.limit', { smart_count: limit })}
      </Typography>
      {limit === 1 && (
        <TypeOption
          label={translate('repair.diagnostics.noService')}
          control={<Radio name={name} checked={chosen.length === 0} onChange={() => onToggle(null)} />}
        />
      )}
      {offered.map(({ id, text, value }) => {
        const isChosen = chosen.includes(id);
        return (
          <TypeOption
            key={id}
            label={text}
            price={money(value)}
            control={
              limit === 1 ? (
                <Radio name={name} checked={isChosen} onChange={() => onToggle(id)} />
              ) : (
                <Checkbox checked={isChosen} disabled={isFull && !isChosen} onChange={() => onToggle(id)} />
              )
            }
          />
        );
      })}
    </Box>
  );
}

interface TypeOptionProps {
  label: ReactNode;
  price?: string;
  control: ReactElement;
}

function TypeOption({ label, price, control }: TypeOptionProps) {
  return (
    <FormControlLabel
      sx={{ display: 'flex', alignItems: 'flex-start', marginRight: 0, paddingBlock: 0.5 }}
      slotProps={{
        typography: { sx: { flex: 1, display: 'flex', gap: 2, justifyContent: 'space-between', paddingTop: 1 } },
      }}
      label={
        <>
          <span>{label}</span>
          {price && (
            <Box component="span" className="tabular" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {price}
            </Box>
          )}
        </>
      }
      control={control}
    />
  );
}
