import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import { FormPane, PaneBody, SavedState } from '../../kernel/process/FormPane';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { useFormSave } from '../../kernel/process/useFormSave';
import { useRecordForm } from '../../kernel/process/useRecordForm';
import { useMeta } from '../../server/meta';
import { AddressForm } from '../../shared/shipping/AddressForm';
import { ContactForm } from '../../shared/shipping/ContactForm';
import { FormPart } from '../../shared/shipping/FormPart';
import { PackagesForm } from '../../shared/shipping/PackagesForm';
import { PackageLines, ShippingView } from '../../shared/shipping/ShippingView';
import { write } from './kind';
import { useFieldLabel, useRuleWords } from './ruleWords';
import { renameShipping, type ShippingForm, shippingBodyOf, shippingFormOf, shippingProblems } from './shippingForm';
import type { Repair, RepairPart } from './types';
import { useUnitName } from './units';

/** Shipping Details: who sends, from where, in which packages; and what must not be sent. */
export default function ShippingDetailsPane() {
  const { editable, held } = useProcess();
  const canSave = useAction('save_shipping') !== undefined;
  return editable && (canSave || held) ? <ShippingEditor canSave={canSave} /> : <ShippingReader />;
}

function ShippingEditor({ canSave }: { canSave: boolean }) {
  const { record } = useProcess<Repair>();
  const { limits, choices } = useMeta();
  const translate = useTranslate();
  const words = useRuleWords();
  const labelOf = useFieldLabel();
  const problemsOf = useCallback((values: ShippingForm) => words(shippingProblems(values)), [words]);
  const shipping = useRecordForm<Repair, ShippingForm>({ valuesOf: shippingFormOf, problemsOf, labelOf });
  const onSave = useFormSave(shipping, {
    write: (values) => write(record, 'save/shipping/data', shippingBodyOf(values)),
    done: translate('repair.saved.shipping'),
    rename: renameShipping,
  });
  const { isValid } = shipping.form.formState;
  const isNew = !record.pickUpShippingDetails.saved;
  return (
    <>
      <PaneHead title={translate('repair.shipping.title')} />
      <StepNote>
        <Typography>{translate('repair.shipping.instruction')}</Typography>
      </StepNote>
      <FormPane record={shipping} onSubmit={onSave}>
        <RejectedParts parts={record.repairParts} />
        <PaneBody>
          <ContactForm />
          <AddressForm countries={choices.countries ?? []} />
          <PackagesForm limit={limits.packages} />
        </PaneBody>
      </FormPane>
      <ActionBar
        secondary={<SavedState dirty={shipping.dirty} />}
        save={
          canSave
            ? {
                onSave,
                disabled: !isValid || !(shipping.dirty || isNew),
                reason: isValid ? null : translate('repair.shipping.incomplete'),
              }
            : undefined
        }
      />
    </>
  );
}

function ShippingReader() {
  const { record } = useProcess<Repair>();
  const { choices } = useMeta();
  const translate = useTranslate();
  const { contact, address, packages, saved } = record.pickUpShippingDetails;
  return (
    <>
      <PaneHead title={translate('repair.shipping.title')} />
      <StepNote>{!saved && <Typography>{translate('repair.shipping.offered')}</Typography>}</StepNote>
      <RejectedParts parts={record.repairParts} />
      <PaneBody>
        <ShippingView contact={contact} address={address} countries={choices.countries ?? []} />
        <FormPart title={translate('shipping.packages')}>
          <PackageLines packages={packages} />
        </FormPart>
      </PaneBody>
      <ActionBar />
    </>
  );
}

/** The units that were refused: whoever packs must leave them out. */
export function RejectedParts({ parts }: { parts: readonly RepairPart[] }) {
  const translate = useTranslate();
  const nameOf = useUnitName();
  const rejected = parts.filter((part) => part.initialApproval === 'REJECTED');
  if (rejected.length === 0) return null;
  return (
    <Box
      role="note"
      sx={(theme) => ({
        display: 'flex',
        gap: 1.5,
        marginInline: 2,
        padding: 1.5,
        borderRadius: 1,
        color: theme.status.rejected.text,
        backgroundColor: theme.status.rejected.ground,
      })}
    >
      <WarningIcon aria-hidden fontSize="small" />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle1" component="p">
          {translate('repair.shipping.rejected', { smart_count: rejected.length })}
        </Typography>
        <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5, maxHeight: 160, overflowY: 'auto' }}>
          {rejected.map((part) => (
            <li key={part.id}>{nameOf(part)}</li>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
