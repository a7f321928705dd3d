import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ComponentProps, ReactNode } from 'react';
import { useMeta } from '../../api/meta';
import type { ProcessRecord, RequestUpdate } from '../../api/requests';
import { FieldValueList } from '../../core/forms/FieldDefinition';
import { FormSection, FormSections } from '../../core/forms/FormSection';
import type { ValidationErrors, ValidationMessage } from '../../core/forms/validators';
import { useFormat } from '../../core/i18n/format';
import { useProcess } from '../../core/process/processContext';
import { StepForm, type StepFormProps } from '../../core/process/StepForm';
import { PaneBody } from '../../core/process/StepPane';
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
  /** Heading of the read-only data, if the tab's own is hidden. */
  sectionTitle?: string;
};

/** Courier data: a form for users who may save it, else read-only. */
export function CourierPane<R extends ProcessRecord>(props: CourierPaneProps<R>) {
  const { requiredFields = REQUIRED_WITH_TRACKING, hasNote = false, sectionTitle, write, ...pane } = props;
  const { limits } = useMeta();
  const { record } = useProcess<R>();
  const translate = useTranslate();
  const fields = createCourierFields({ requiredFields, noteLimit: hasNote ? limits.note : undefined });
  const values = pane.getValues(record);
  // Saved data become definite when the service continues; until then it is its turn.
  const isDraft = record.actionRequired === 'SERVICE' && Boolean(values.courierName);
  const hint = isDraft ? translate('shipping.transportDraft') : null;
  const list = <FieldValueList fields={fields} values={values} showNotSet />;
  return (
    <StepForm<R, CourierFields>
      {...pane}
      fields={fields}
      view={
        <PaneBody>
          {sectionTitle ? (
            <FormSection title={sectionTitle} hint={hint}>
              {list}
            </FormSection>
          ) : (
            <Box sx={{ display: 'grid', gap: 2 }}>
              {hint && <Typography variant="body2">{hint}</Typography>}
              {list}
            </Box>
          )}
        </PaneBody>
      }
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

/**
 * Return whether the delivery is awaited and not overdue: then the header has its expected day. Once it is overdue, the
 * header has the end of the confirmation window instead.
 */
export const isDeliveryAwaited = ({ completedAt, isOverdue }: ProcessRecord, confirmBy: string | null): boolean =>
  !completedAt && !isOverdue && Boolean(confirmBy);

/** Return the end of the confirmation window. Next action and expected delivery are shown above the tabs. */
export function useDeliveryNote(confirmBy: string | null): string | undefined {
  const format = useFormat();
  const { record } = useProcess();
  const translate = useTranslate();
  if (!confirmBy || !isDeliveryAwaited(record, confirmBy)) return undefined;
  return translate(`process.delivery.${record.process.isYourTurn ? 'due' : 'dueByClient'}`, {
    day: format.shortDay(confirmBy),
  });
}
