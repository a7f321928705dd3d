import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { FilesField } from '../../kernel/files/FilesField';
import { DateField } from '../../shared/fields/DateField';
import { TextField } from '../../shared/fields/TextField';
import { TimeField } from '../../shared/fields/TimeField';
import { ownTime } from '../../shared/newYork';
import { instantOf } from '../../shared/newYorkInput';
import { ContactForm } from '../../shared/shipping/ContactForm';
import { FieldGrid, FormPart } from '../../shared/shipping/FormPart';
import { MethodsField } from './MethodsField';
import { SpecialField } from './SpecialField';
import { DESCRIPTION_LENGTH, type SupportForm, TITLE_LENGTH } from './supportForm';

const whole = { gridColumn: '1 / -1' };

/** All fields of a new remote support request. */
export function RequestFields({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const translate = useTranslate();
  const { control } = useFormContext<SupportForm>();
  const word = (name: string) => translate(`remoteSupport.field.${name}`);
  const files = useController<SupportForm, 'attachments'>({ name: 'attachments' });
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 760 }}>
      <FormPart title={translate('newRemoteSupport.what')}>
        <FieldGrid>
          <Box sx={whole}>
            <TextField<SupportForm>
              name="title"
              control={control}
              label={word('title')}
              required
              maxLength={TITLE_LENGTH}
              autoComplete="off"
            />
          </Box>
          <Box sx={whole}>
            <TextField<SupportForm>
              name="description"
              control={control}
              label={word('description')}
              required
              multiline
              minRows={4}
              maxLength={DESCRIPTION_LENGTH}
            />
          </Box>
          <Box sx={whole}>
            <SpecialField />
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
          <DateField<SupportForm> name="day" control={control} label={translate('newRemoteSupport.day')} required />
          <TimeField<SupportForm>
            name="time"
            control={control}
            label={translate('newRemoteSupport.time')}
            required
            help={<OwnTime />}
          />
          <Box sx={whole}>
            <MethodsField />
          </Box>
        </FieldGrid>
      </FormPart>
      <ContactForm company={false} />
    </Box>
  );
}

/** The chosen time on the viewer's own clock, and whether it has passed. */
function OwnTime() {
  const translate = useTranslate();
  const [day = '', time = ''] = useWatch<SupportForm, ['day', 'time']>({ name: ['day', 'time'] });
  const instant = instantOf({ day, time });
  if (instant === null) return translate('newRemoteSupport.timeHelp');
  const own = translate('shared.yourTime', { time: ownTime(instant) });
  return Date.parse(instant) < Date.now() ? `${own}. ${translate('newRemoteSupport.passed')}` : own;
}
