import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useFieldArray } from 'react-hook-form';
import { TextField } from '../fields/TextField';
import { FormPart } from './FormPart';
import { emptyPackage, type PackageFields } from './rules';

interface Values {
  packages: PackageFields[];
}

const sides = ['depth', 'width', 'height'] as const;

/** The packages of a shipment with their sides in centimetres and their weight in kilograms. */
export function PackagesForm({ limit }: { limit: number }) {
  const translate = useTranslate();
  const { fields, append, remove } = useFieldArray<Values, 'packages', 'key'>({ name: 'packages', keyName: 'key' });
  return (
    <FormPart title={translate('shipping.packages')}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {fields.map((field, index) => (
          <Box
            key={field.key}
            role="group"
            aria-label={translate('shipping.package', { number: index + 1 })}
            sx={{
              display: 'grid',
              gap: 1.5,
              alignItems: 'start',
              gridTemplateColumns: {
                xs: 'repeat(3, minmax(0, 1fr)) 44px',
                sm: '88px repeat(4, minmax(0, 1fr)) 44px',
              },
            }}
          >
            <Typography
              variant="subtitle1"
              component="p"
              sx={{ gridColumn: { xs: '1 / -2', sm: 'auto' }, paddingTop: { sm: 4.25 }, color: 'text.secondary' }}
            >
              {translate('shipping.package', { number: index + 1 })}
            </Typography>
            {sides.map((side) => (
              <TextField<Values>
                key={side}
                name={`packages.${index}.${side}`}
                label={translate(`shipping.field.${side}`)}
                required
                inputMode="numeric"
                endAdornment={<Unit>{translate('shipping.unit.cm')}</Unit>}
              />
            ))}
            <TextField<Values>
              name={`packages.${index}.weight`}
              label={translate('shipping.field.weight')}
              required
              inputMode="decimal"
              endAdornment={<Unit>{translate('shipping.unit.kg')}</Unit>}
            />
            <IconButton
              aria-label={translate('shipping.removePackage', { number: index + 1 })}
              disabled={fields.length === 1}
              onClick={() => remove(index)}
              sx={{
                marginTop: { sm: 3.25 },
                gridColumn: { xs: '-2 / -1', sm: 'auto' },
                gridRow: { xs: 1, sm: 'auto' },
              }}
            >
              <DeleteIcon />
            </IconButton>
          </Box>
        ))}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          <Button
            variant="text"
            size="small"
            startIcon={<AddIcon />}
            disabled={fields.length >= limit}
            onClick={() => append(emptyPackage())}
            sx={{ marginLeft: -1 }}
          >
            {translate('shipping.addPackage')}
          </Button>
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {translate('shipping.packageCount', { count: fields.length, max: limit })}
          </Typography>
        </Box>
      </Box>
    </FormPart>
  );
}

function Unit({ children }: { children: string }) {
  return (
    <Typography component="span" variant="body2" sx={{ color: 'text.tertiary', paddingRight: 1.25 }}>
      {children}
    </Typography>
  );
}
