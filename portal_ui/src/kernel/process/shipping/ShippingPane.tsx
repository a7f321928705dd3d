import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useMeta } from '../../../server/meta';
import { AddressForm } from '../../../shared/shipping/AddressForm';
import { ContactForm } from '../../../shared/shipping/ContactForm';
import { type PartyForm, partyFormOf } from '../../../shared/shipping/party';
import { ShippingView } from '../../../shared/shipping/ShippingView';
import { useFieldLabel } from '../../../shared/shipping/useFieldLabel';
import type { Problems } from '../../saving/rules';
import type { ToFormPath } from '../../saving/serverErrors';
import { ActionBar } from '../ActionBar';
import { FormPane, PaneBody, SavedState } from '../FormPane';
import { PaneHead, StepNote } from '../PaneHead';
import { useEditing, useProcess, type WriteCall } from '../processContext';
import type { ProcessRecord } from '../types';
import { useFormSave } from '../useFormSave';
import { useRecordForm } from '../useRecordForm';

interface ShippingPaneProps<R extends ProcessRecord, T extends PartyForm> {
  /** Contact and address of the record; `saved` is false while they are only offered. */
  partyOf: (record: R) => PartyForm & { saved: boolean };
  /** Keep these steady. */
  valuesOf: (record: R) => T;
  problemsOf: (values: T) => Problems;
  write: (record: R, values: T) => WriteCall;
  toFormPath?: ToFormPath;
  /** What those who fill it in are told, and why it cannot be saved yet. */
  instruction: string;
  incomplete: string;
  done: string;
  /** What must not be sent. */
  warning?: ReactNode;
  /** What belongs to it beside contact and address: to fill in, and to read. */
  fields?: ReactNode;
  reading?: ReactNode;
  /** A quiet action at the left of the bar. */
  secondary?: ReactNode;
}

/** Who sends or receives and where: a form for those who may save it, text for the others. */
export function ShippingPane<R extends ProcessRecord, T extends PartyForm>(props: ShippingPaneProps<R, T>) {
  const { editing, canSave } = useEditing('save_shipping');
  return editing ? <ShippingEditor {...props} canSave={canSave} /> : <ShippingReader {...props} />;
}

type EditorProps<R extends ProcessRecord, T extends PartyForm> = ShippingPaneProps<R, T> & { canSave: boolean };

function ShippingEditor<R extends ProcessRecord, T extends PartyForm>(props: EditorProps<R, T>) {
  const { partyOf, valuesOf, problemsOf, write, toFormPath, instruction, incomplete, done, canSave } = props;
  const { record } = useProcess<R>();
  const { choices } = useMeta();
  const translate = useTranslate();
  const labelOf = useFieldLabel();
  const shipping = useRecordForm<R, T>({ valuesOf, problemsOf, labelOf });
  const onSave = useFormSave(shipping, {
    write: (values) => write(record, values),
    done,
    ...(toFormPath ? { toFormPath } : {}),
  });
  const { isValid } = shipping.form.formState;
  const isNew = !partyOf(record).saved;
  return (
    <>
      <PaneHead title={translate('shipping.title')} />
      <StepNote>
        <Typography>{instruction}</Typography>
      </StepNote>
      <FormPane record={shipping} onSubmit={onSave}>
        {props.warning}
        <PaneBody>
          <ContactForm />
          <AddressForm countries={choices.countries ?? []} />
          {props.fields}
        </PaneBody>
      </FormPane>
      <ActionBar
        secondary={
          <>
            {props.secondary}
            <SavedState record={shipping} offered={isNew} />
          </>
        }
        save={
          canSave
            ? { onSave, disabled: !isValid || !(shipping.dirty || isNew), reason: isValid ? null : incomplete }
            : undefined
        }
      />
    </>
  );
}

function ShippingReader<R extends ProcessRecord, T extends PartyForm>(props: ShippingPaneProps<R, T>) {
  const { record } = useProcess<R>();
  const { choices } = useMeta();
  const translate = useTranslate();
  const party = props.partyOf(record);
  const { contact, address } = partyFormOf(party);
  return (
    <>
      <PaneHead title={translate('shipping.title')} />
      <StepNote>{!party.saved && <Typography>{translate('shipping.offered')}</Typography>}</StepNote>
      {props.warning}
      <PaneBody>
        <ShippingView contact={contact} address={address} countries={choices.countries ?? []} />
        {props.reading}
      </PaneBody>
      <ActionBar secondary={props.secondary} />
    </>
  );
}
