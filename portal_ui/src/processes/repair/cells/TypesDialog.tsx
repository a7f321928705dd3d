import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useMoney } from '../../../shared/money';
import {
  type DiagnosticsForm,
  rowKey,
  TYPE_LIMIT,
  TYPE_SOURCE,
  TYPES,
  type TypeName,
  toggleType,
  totalOf,
} from '../diagnostics';
import type { AvailableTypes, RepairPart } from '../types';

interface TypesDialogProps {
  part: RepairPart;
  name: string;
  available: AvailableTypes;
  onClose: () => void;
}

/** Services from the catalogue for one unit, in three groups, each with its limit. */
export function TypesDialog({ part, name, available, onClose }: TypesDialogProps) {
  const translate = useTranslate();
  const money = useMoney();
  const titleId = useId();
  const { getValues, setValue } = useFormContext<DiagnosticsForm>();
  const path = `rows.${rowKey(part.id)}` as const;
  const [row, setRow] = useState(() => getValues(path));
  const apply = () => {
    for (const type of TYPES) setValue(`${path}.${type}`, row[type], { shouldDirty: true });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{translate('repair.diagnostics.servicesOf', { name })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {TYPES.filter((type) => available[TYPE_SOURCE[type]].length > 0).map((type) => (
          <TypeGroup
            key={type}
            type={type}
            chosen={row[type]}
            offered={available[TYPE_SOURCE[type]]}
            onToggle={(id) => setRow((now) => ({ ...now, [type]: toggleType(now[type], id, TYPE_LIMIT[type]) }))}
          />
        ))}
      </DialogContent>
      <DialogActions>
        <Typography sx={{ marginRight: 'auto' }}>
          {translate('repair.diagnostics.total', {
            total: money(totalOf({ ...row, withPredefinedTypes: true }, available)),
          })}
        </Typography>
        <Button variant="text" onClick={onClose}>
          {translate('shared.cancel')}
        </Button>
        <Button variant="contained" color="primary" onClick={apply}>
          {translate('repair.diagnostics.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface TypeGroupProps {
  type: TypeName;
  chosen: readonly number[];
  offered: AvailableTypes['REPAIRS'];
  onToggle: (id: number) => void;
}

function TypeGroup({ type, chosen, offered, onToggle }: TypeGroupProps) {
  const translate = useTranslate();
  const money = useMoney();
  const limit = TYPE_LIMIT[type];
  const full = chosen.length >= limit && limit > 1;
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ padding: 0, marginBottom: 0.5 }}>
        {translate(`repair.diagnostics.types.${type}`)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
        {translate('repair.diagnostics.limit', { smart_count: limit })}
      </Typography>
      {offered.map((service) => (
        <FormControlLabel
          key={service.id}
          sx={{ display: 'flex', marginRight: 0 }}
          slotProps={{ typography: { sx: { flex: 1, display: 'flex', gap: 2, justifyContent: 'space-between' } } }}
          label={
            <>
              <span>{service.text}</span>
              <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
                {money(service.value)}
              </Box>
            </>
          }
          control={
            <Checkbox
              checked={chosen.includes(service.id)}
              disabled={full && !chosen.includes(service.id)}
              onChange={() => onToggle(service.id)}
            />
          }
        />
      ))}
    </Box>
  );
}
