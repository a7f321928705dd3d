import Stack from '@mui/material/Stack';
import { useTranslate } from 'ra-core';
import { CheckboxGroupInput, RadioButtonGroupInput, TextInput } from 'react-admin';
import { useController, useWatch } from 'react-hook-form';
import { FilesField } from '../../kernel/files/FilesField';
import { ContactForm } from '../../kernel/shipping/ContactFields';
import { useMeta } from '../../server/meta';
import { FieldGrid, FormPart } from '../../shared/FormPart';
import { DateInput } from '../../shared/fields/DateInput';
import { LongTextInput } from '../../shared/fields/LongTextInput';
import { TimeInput } from '../../shared/fields/TimeInput';
import { useFormat } from '../../shared/format';
import { instantOf } from '../../shared/newYorkInput';
import { DESCRIPTION_LENGTH, type SupportForm, TITLE_LENGTH } from './supportForm';

/** All fields of a new remote support request. */
export function RequestFields({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const files = useController<SupportForm, 'attachments'>({ name: 'attachments' });
  return (
    <Stack spacing={4} sx={{ maxWidth: 760 }}>
      <FormPart title={translate('newRemoteSupport.what')}>
        <Stack spacing={2}>
          <TextInput
            source="title"
            label="remoteSupport.field.title"
            isRequired
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: TITLE_LENGTH } }}
          />
          <LongTextInput
            source="description"
            label="remoteSupport.field.description"
            isRequired
            minRows={4}
            maxLength={DESCRIPTION_LENGTH}
          />
          <RadioButtonGroupInput
            source="specialSupport"
            label="remoteSupport.field.specialSupport"
            isRequired
            row
            choices={[
              { key: 'yes', name: translate('lists.yes') },
              { key: 'no', name: translate('lists.no') },
            ]}
            helperText="newRemoteSupport.specialHelp"
          />
          <FilesField
            label={translate('files.attachments')}
            value={files.field.value}
            onChange={files.field.onChange}
            onBusy={onBusy}
            error={files.fieldState.error?.message}
          />
        </Stack>
      </FormPart>
      <FormPart title={translate('newRemoteSupport.when')}>
        <Stack spacing={2}>
          <FieldGrid>
            <DateInput source="day" label="newRemoteSupport.day" isRequired />
            <TimeInput source="time" label="newRemoteSupport.time" isRequired helperText={<OwnTime />} />
          </FieldGrid>
          <CheckboxGroupInput
            source="methods"
            label="newRemoteSupport.methods"
            isRequired
            row
            choices={choices.contactMethods ?? []}
          />
        </Stack>
      </FormPart>
      <ContactForm hasCompany={false} />
    </Stack>
  );
}

/** The chosen time on the viewer's own clock, and whether it has passed. */
function OwnTime() {
  const translate = useTranslate();
  const format = useFormat();
  const [day = '', time = ''] = useWatch<SupportForm, ['day', 'time']>({ name: ['day', 'time'] });
  const instant = instantOf({ day, time });
  if (instant === null) return translate('newRemoteSupport.timeHelp');
  const own = translate('shared.yourTime', { time: format.ownDateTime(instant) });
  return Date.parse(instant) < Date.now() ? `${own}. ${translate('newRemoteSupport.passed')}` : own;
}
