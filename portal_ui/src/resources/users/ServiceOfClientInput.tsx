import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { DeclaredField, type DeclaredFieldProps } from '../../kernel/form/DeclaredField';

/** The Service of a Client, with a warning while there is none. */
export function ServiceOfClientInput(props: DeclaredFieldProps) {
  const translate = useTranslate();
  const service: unknown = useWatch({ name: props.field.key });
  return (
    <>
      <DeclaredField {...props} />
      {!service && <Alert severity="warning">{translate('users.client.noService')}</Alert>}
    </>
  );
}
