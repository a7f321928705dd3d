import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import { useTranslate } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import { call } from '../../server/http';
import { CheckboxField } from '../../shared/fields/CheckboxField';
import { SelectField } from '../../shared/fields/SelectField';
import { TextField } from '../../shared/fields/TextField';
import { FieldGrid } from '../../shared/shipping/FormPart';
import { FormCard } from './CardFrame';
import type { UserProfile } from './profile';
import { type Problems, priceOf, priceProblem, textProblems } from './rules';
import { useCard } from './useCard';
import { useUser } from './userContext';

type ServiceForm = { name: string; price: string; serviceContactUsername: string; supportSpecialServices: boolean };

const serviceOf = ({ serviceForAdmin, serviceForService }: UserProfile): ServiceForm => ({
  name: serviceForAdmin?.name ?? '',
  price: (serviceForService?.price ?? 0).toFixed(2),
  serviceContactUsername: serviceForAdmin?.serviceContactUsername ?? '',
  supportSpecialServices: serviceForAdmin?.supportSpecialServices ?? false,
});

function problemsOf({ name, price }: ServiceForm): Problems {
  const rule = priceProblem(price);
  return { ...textProblems({ name }, ['name']), ...(rule && { price: rule }) };
}

/** The Service that a service user belongs to: its name, price, contact, and whether it takes special requests. */
export function ServiceCard() {
  const translate = useTranslate();
  const { profile } = useUser();
  const card = useCard<ServiceForm>({
    card: 'service',
    valuesOf: serviceOf,
    problemsOf,
    naming: {
      label: (path) => translate(`users.field.${path}`),
      text: (_, value) => (typeof value === 'boolean' ? translate(value ? 'lists.yes' : 'lists.no') : String(value)),
    },
    pathOf: (path) => (path === 'newServiceName' || path === 'oldServiceName' ? 'name' : path),
    taken: { code: 'SERVICE_EXISTS', path: 'name' },
    save: async ({ name, price, ...rest }, before, version) => {
      await call('PUT', '/api/v1/service/edit', {
        query: { version },
        body: { ...rest, oldServiceName: before.name, newServiceName: name.trim(), price: priceOf(price) },
      });
      return profile.contact.username;
    },
    done: () => translate('users.saved.service'),
  });
  return (
    <FormCard card={card} title={translate('users.additional')} hint={translate('users.service.hint')}>
      <ServiceFields />
    </FormCard>
  );
}

function ServiceFields() {
  const translate = useTranslate();
  const { profile } = useUser();
  const { control } = useFormContext<ServiceForm>();
  const people = profile.serviceForAdmin?.users ?? [];
  return (
    <FieldGrid>
      <TextField<ServiceForm>
        name="name"
        control={control}
        label={translate('users.field.name')}
        required
        autoComplete="off"
      />
      <TextField<ServiceForm>
        name="price"
        control={control}
        label={translate('users.field.price')}
        required
        inputMode="decimal"
        autoComplete="off"
        endAdornment={<InputAdornment position="end">USD</InputAdornment>}
      />
      <SelectField<ServiceForm>
        name="serviceContactUsername"
        control={control}
        label={translate('users.field.serviceContactUsername')}
        help={translate('users.service.contactHelp')}
        emptyLabel={translate('users.service.noContact')}
        choices={people.map(({ username, fullName }) => ({ key: username, name: `${fullName} (${username})` }))}
      />
      <Box sx={{ paddingTop: { sm: 3 } }}>
        <CheckboxField<ServiceForm>
          name="supportSpecialServices"
          control={control}
          label={translate('users.field.supportSpecialServices')}
        />
      </Box>
    </FieldGrid>
  );
}
