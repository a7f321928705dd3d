import { useTranslate } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import { AutocompleteField } from '../fields/AutocompleteField';
import { TextField } from '../fields/TextField';
import { FieldGrid, FormPart } from './FormPart';
import type { AddressValues } from './types';

interface Values {
  address: AddressValues;
}

/** Where things are sent from or to. The company stands with the contact. Inside a FormProvider. */
export function AddressForm({ countries }: { countries: readonly { key: string; name: string }[] }) {
  const translate = useTranslate();
  const { control } = useFormContext<Values>();
  const word = (name: string) => translate(`shipping.field.${name}`);
  return (
    <FormPart title={translate('shipping.address')}>
      <FieldGrid>
        <AutocompleteField
          name="address.country"
          control={control}
          label={word('country')}
          required
          choices={countries}
        />
        <TextField<Values> name="address.province" label={word('province')} optional autoComplete="address-level1" />
        <TextField<Values> name="address.city" label={word('city')} required autoComplete="address-level2" />
        <TextField<Values> name="address.postalCode" label={word('postalCode')} required autoComplete="postal-code" />
        <TextField<Values> name="address.street" label={word('street')} required autoComplete="address-line1" />
        <TextField<Values> name="address.building" label={word('building')} optional autoComplete="address-line2" />
      </FieldGrid>
    </FormPart>
  );
}
