import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { CheckboxGroupInput, RadioButtonGroupInput, TextInput } from 'react-admin';
import { useController, useWatch } from 'react-hook-form';
import { FilesField } from '../../kernel/files/FilesField';
import { ContactForm } from '../../kernel/shipping/ContactFields';
import { FieldGrid, FormPart } from '../../kernel/shipping/FormPart';
import { useMeta } from '../../server/meta';
import { DateInput } from '../../shared/fields/DateInput';
import { LongTextInput } from '../../shared/fields/LongTextInput';
import { TimeInput } from '../../shared/fields/TimeInput';
import { useFormat } from '../../shared/format';
import { instantOf } from '../../shared/newYorkInput';
import { DESCRIPTION_LENGTH, type SupportForm, TITLE_LENGTH } from './supportForm';

const whole = { gridColumn: '1 / -1' };

/** All fields of a new remote support request. */
export function RequestFields({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const files = useController<SupportForm, 'attachments'>({ name: 'attachments' });
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 760 }}>
      <FormPart title={translate('newRemoteSupport.what')}>
        <FieldGrid>
          <Box sx={whole}>
            <TextInput
              source="title"
              label="remoteSupport.field.title"
              isRequired
              autoComplete="off"
              slotProps={{ htmlInput: { maxLength: TITLE_LENGTH } }}
            />
          </Box>
          <Box sx={whole}>
            <LongTextInput
              source="description"
              label="remoteSupport.field.description"
              isRequired
              minRows={4}
              maxLength={DESCRIPTION_LENGTH}
            />
          </Box>
          <Box sx={whole}>
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
          </Box>
          <Box sx={whole}>
            <FilesField
              label={translate('files.attachments')}
              value={files.field.value}
              onChange={files.field.onChange}
              onBusy={onBusy}
              error={files.fieldState.error?.message}
            />
          </Box>
        </FieldGrid>
      </FormPart>
      <FormPart title={translate('newRemoteSupport.when')}>
        <FieldGrid>
          <DateInput source="day" label="newRemoteSupport.day" isRequired />
          <TimeInput source="time" label="newRemoteSupport.time" isRequired helperText={<OwnTime />} />
          <Box sx={whole}>
            <CheckboxGroupInput
              source="methods"
              label="newRemoteSupport.methods"
              isRequired
              row
              choices={choices.contactMethods ?? []}
            />
          </Box>
        </FieldGrid>
      </FormPart>
      <ContactForm hasCompany={false} />
    </Box>
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
