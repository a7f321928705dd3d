import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useRef } from 'react';
import { TextInput } from 'react-admin';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { FormSection } from '../../core/forms/FormSection';
import { useFormat } from '../../core/i18n/format';
import { createEmptyPackage, type PackageFields, type PackageValues, parseDimensions } from './shippingValues';

interface Values {
  packages: PackageFields[];
}

const sides = ['depth', 'width', 'height'] as const;

interface PackagesFormProps<T> {
  limit: number;
  /** Return the form paths of package numbers, which a removal changes. */
  getNumberPaths?: (values: T) => readonly string[];
}

/** Return the number of a package after a removal; "" for the removed one. */
export function renumberPackage(number: string, removed: number): string {
  if (number === '' || Number(number) < removed) return number;
  return Number(number) === removed ? '' : String(Number(number) - 1);
}

/**
 * Inputs of the packages: dimensions in centimeters, weight in kilograms.
 *
 * Removing one unassigns its contents and renumbers later packages.
 */
export function PackagesForm<T extends Values>({ limit, getNumberPaths }: PackagesFormProps<T>) {
  const translate = useTranslate();
  const { getValues, setValue } = useFormContext();
  const { fields, append, remove } = useFieldArray<Values, 'packages', 'key'>({ name: 'packages', keyName: 'key' });
  const add = useRef<HTMLButtonElement>(null);
  return (
    <FormSection title="shipping.packages">
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
                xs: 'repeat(2, minmax(0, 1fr))',
                sm: '88px repeat(4, minmax(0, 1fr)) 44px',
              },
            }}
          >
            <Typography
              variant="subtitle1"
              component="p"
              sx={{
                alignSelf: { xs: 'center', sm: 'start' },
                order: { xs: -1, sm: 0 },
                paddingTop: { sm: 4.25 },
                color: 'text.secondary',
              }}
            >
              {translate('shipping.package', { number: index + 1 })}
            </Typography>
            {sides.map((side) => (
              <TextInput
                key={side}
                source={`packages.${index}.${side}`}
                label={`shipping.field.${side}`}
                isRequired
                slotProps={measure('numeric', translate('shipping.unit.cm'))}
              />
            ))}
            <TextInput
              source={`packages.${index}.weight`}
              label="shipping.field.weight"
              isRequired
              slotProps={measure('decimal', translate('shipping.unit.kg'))}
            />
            <IconButton
              aria-label={translate('shipping.removePackage', { number: index + 1 })}
              disabled={fields.length === 1}
              onClick={({ currentTarget }) => {
                // Safari does not focus it; a field that loses focus once its package is removed is registered again.
                currentTarget.focus();
                remove(index);
                for (const path of getNumberPaths?.(getValues() as T) ?? []) {
                  const number = renumberPackage(getValues(path), index + 1);
                  if (number !== getValues(path)) setValue(path, number, { shouldDirty: true });
                }
                // The focused button is removed with its package.
                add.current?.focus();
              }}
              sx={{
                marginTop: { sm: 3.25 },
                // On a phone next to the package title, above its 2 x 2 fields.
                order: { xs: -1, sm: 0 },
                justifySelf: 'end',
              }}
            >
              <DeleteIcon />
            </IconButton>
          </Box>
        ))}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          <Button
            ref={add}
            startIcon={<AddIcon />}
            disabled={fields.length >= limit}
            onClick={() => append(createEmptyPackage())}
          >
            {translate('shipping.addPackage')}
          </Button>
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {translate('shipping.packageCount', { count: fields.length, max: limit })}
          </Typography>
        </Box>
      </Box>
    </FormSection>
  );
}

/** List of packages, with dimensions and weight. */
export function PackageLines({ packages }: { packages: readonly PackageValues[] }) {
  const translate = useTranslate();
  const { number } = useFormat();
  if (packages.length === 0) {
    return <Typography sx={{ color: 'text.tertiary' }}>{translate('shipping.noPackages')}</Typography>;
  }
  return (
    <Box component="ul" className="tabular" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {packages.map((each) => (
        <Typography component="li" key={each.id}>
          {translate('shipping.packageLine', { ...parseDimensions(each.dimensions), weight: number(each.weight) })}
        </Typography>
      ))}
    </Box>
  );
}

/** Return the input props of a number with its unit as end adornment. */
const measure = (inputMode: 'numeric' | 'decimal', unit: string) => ({
  htmlInput: { inputMode },
  input: {
    endAdornment: (
      <Typography component="span" variant="body2" sx={{ color: 'text.tertiary', paddingRight: 1.25 }}>
        {unit}
      </Typography>
    ),
  },
});
