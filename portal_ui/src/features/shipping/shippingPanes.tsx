import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ComponentProps, ReactNode } from 'react';
import { useMeta } from '../../api/meta';
import type { ProcessRecord, RequestUpdate } from '../../api/requests';
import { FormSections } from '../../core/forms/FormSection';
import type { ValidationErrors, ValidationMessage } from '../../core/forms/validators';
import { useFormat } from '../../core/i18n/format';
import { useProcess } from '../../core/process/processContext';
import { StepForm, type StepFormProps } from '../../core/process/StepForm';
import { createCourierFields } from './CourierView';
import { PartyInputs, PartyView, partyFields } from './PartyFields';
import {
  type CourierField,
  type CourierFields,
  type PartyForm,
  REQUIRED_WITH_TRACKING,
  toPartyForm,
} from './shippingValues';

type CourierPaneProps<R extends ProcessRecord> = Pick<
  StepFormProps<R, CourierFields>,
  'title' | 'action' | 'successMessage' | 'getValues' | 'aside'
> & {
  write: (record: R, fields: Partial<CourierFields>) => RequestUpdate;
  /** Required fields; by default all except the note. */
  requiredFields?: readonly CourierField[];
  hasNote?: boolean;
};

/** Courier data: a form for users who may save it, else read-only. */
export function CourierPane<R extends ProcessRecord>(props: CourierPaneProps<R>) {
  const { requiredFields = REQUIRED_WITH_TRACKING, hasNote = false, write, ...pane } = props;
  const { limits } = useMeta();
  return (
    <StepForm<R, CourierFields>
      {...pane}
      fields={createCourierFields({ requiredFields, noteLimit: hasNote ? limits.note : undefined })}
      write={(record, { note, ...shipment }) => write(record, hasNote ? { ...shipment, note } : shipment)}
    />
  );
}

/** Return the message with the number of fields to correct. */
export const countInvalidFields = (_: unknown, errors: ValidationErrors): ValidationMessage => ({
  message: 'shipping.invalidFields',
  args: { smart_count: Object.keys(errors).length },
});

type ShippingPaneProps<R extends ProcessRecord, T extends PartyForm> = Pick<
  StepFormProps<R, T>,
  | 'getValues'
  | 'validate'
  | 'getLabel'
  | 'write'
  | 'successMessage'
  | 'toFormPath'
  | 'getMissing'
  | 'secondary'
  | 'mergesRows'
  | 'aside'
  | 'asideSummary'
> & {
  /** Return contact and address; `saved` is false while they are only prefilled. */
  getParty: (record: R) => PartyForm & { saved: boolean };
  titles?: ComponentProps<typeof PartyInputs>['titles'];
  /** Additional inputs and their read-only view. */
  further?: { inputs: ReactNode; view: ReactNode };
};

/** Shipping tab: a form for users who may save it, else read-only. */
export function ShippingPane<R extends ProcessRecord, T extends PartyForm>(props: ShippingPaneProps<R, T>) {
  const { getParty, titles, further, ...pane } = props;
  const { record } = useProcess<R>();
  const translate = useTranslate();
  const party = getParty(record);
  return (
    <StepForm<R, T>
      {...pane}
      title="shipping.title"
      action="save_shipping"
      fields={partyFields}
      isPrefilled={!party.saved}
      inputs={
        <FormSections>
          <PartyInputs titles={titles} />
          {further?.inputs}
        </FormSections>
      }
      view={
        <FormSections>
          <PartyView
            {...toPartyForm(party)}
            titles={titles}
            hint={party.saved ? undefined : translate('shipping.offered')}
          />
          {further?.view}
        </FormSections>
      }
    />
  );
}

interface Delivery {
  /** Expected delivery day; `confirmBy` is the last day of the confirmation window. */
  expected: string | null | undefined;
  confirmBy: string | null;
}

/** Return whether the delivery is still awaited, with its dates known. */
export const isDeliveryAwaited = ({ completedAt }: ProcessRecord, { expected, confirmBy }: Delivery): boolean =>
  !completedAt && Boolean(expected && confirmBy);

/** Expected delivery and deadline of its confirmation, with dates as in the header. Next action and end are shown above the tabs. */
export function DeliveryAlert({ expected, confirmBy }: Delivery) {
  const format = useFormat();
  const { record } = useProcess();
  const translate = useTranslate();
  if (record.completedAt || !expected || !confirmBy) return null;
  return (
    <Typography>
      {translate(`process.delivery.${record.process.isYourTurn ? 'expected' : 'expectedByClient'}`, {
        day: format.shortDay(expected),
        last: format.shortDay(confirmBy),
      })}
    </Typography>
  );
}
