import { useTranslate } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import { call } from '../../server/http';
import { choiceName, useMeta } from '../../server/meta';
import type { Address } from '../../server/types';
import { AutocompleteField } from '../../shared/fields/AutocompleteField';
import { TextField } from '../../shared/fields/TextField';
import { FieldGrid } from '../../shared/shipping/FormPart';
import { FormCard } from './CardFrame';
import type { UserProfile } from './profile';
import { type Problems, textProblems } from './rules';
import { useCard } from './useCard';
import { useUser } from './userContext';

const blank: Address = {
  companyName: '',
  country: '',
  province: '',
  city: '',
  postalCode: '',
  street: '',
  building: '',
};
const needed = ['companyName', 'country', 'city', 'postalCode', 'street', 'building'] as const;

const addressOf = ({ address }: UserProfile): Address => ({ ...blank, ...address });
const problemsOf = (address: Address): Problems => textProblems(address, needed);

/** Where the user is reached, and what a shipment is offered. */
export function AddressCard() {
  const translate = useTranslate();
  const { choices } = useMeta();
  const { profile, own } = useUser();
  const username = profile.contact.username;
  const card = useCard<Address>({
    card: 'address',
    valuesOf: addressOf,
    problemsOf,
    naming: {
      label: (path) => translate(`users.field.${path}`),
      text: (path, value) => (path === 'country' ? choiceName(choices.countries, String(value)) : String(value)),
    },
    save: async (body, _, version) => {
      await call('PUT', '/api/v1/address/edit', { query: { identification: username, version }, body });
      return username;
    },
    done: () => translate('users.saved.address'),
  });
  return (
    <FormCard card={card} title={translate('users.address.title')} hint={translate('users.address.hint')}>
      <AddressFields known={own} />
    </FormCard>
  );
}

function AddressFields({ known }: { known: boolean }) {
  const translate = useTranslate();
  const { control } = useFormContext<Address>();
  const { choices } = useMeta();
  const text = (name: keyof Address, autoComplete: string) => ({
    name,
    control,
    label: translate(`users.field.${name}`),
    required: name !== 'province',
    optional: name === 'province',
    autoComplete: known ? autoComplete : 'off',
  });
  return (
    <FieldGrid>
      <TextField<Address> {...text('companyName', 'organization')} />
      <AutocompleteField
        name="country"
        control={control}
        label={translate('users.field.country')}
        required
        choices={choices.countries ?? []}
      />
      <TextField<Address> {...text('province', 'address-level1')} />
      <TextField<Address> {...text('city', 'address-level2')} />
      <TextField<Address> {...text('postalCode', 'postal-code')} />
      <TextField<Address> {...text('street', 'address-line1')} />
      <TextField<Address> {...text('building', 'address-line2')} />
    </FieldGrid>
  );
}
