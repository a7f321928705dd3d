import { useTranslate } from 'ra-core';
import { AutocompleteInput, TextInput } from 'react-admin';
import { OptionalLabel } from '../fields/OptionalLabel';
import { FieldGrid, FormPart } from './FormPart';

/** Where things are sent from or to. The company stands with the contact. Inside a FormProvider. */
export function AddressForm({ countries }: { countries: readonly { key: string; name: string }[] }) {
  const translate = useTranslate();
  return (
    <FormPart title={translate('shipping.address')}>
      <FieldGrid>
        <AutocompleteInput
          source="address.country"
          label="shipping.field.country"
          isRequired
          choices={[...countries]}
        />
        <TextInput
          source="address.province"
          label={<OptionalLabel label="shipping.field.province" />}
          autoComplete="address-level1"
        />
        <TextInput source="address.city" label="shipping.field.city" isRequired autoComplete="address-level2" />
        <TextInput
          source="address.postalCode"
          label="shipping.field.postalCode"
          isRequired
          autoComplete="postal-code"
        />
        <TextInput source="address.street" label="shipping.field.street" isRequired autoComplete="address-line1" />
        <TextInput
          source="address.building"
          label={<OptionalLabel label="shipping.field.building" />}
          autoComplete="address-line2"
        />
      </FieldGrid>
    </FormPart>
  );
}
