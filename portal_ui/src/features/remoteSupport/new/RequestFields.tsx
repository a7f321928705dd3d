import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputLabel from '@mui/material/InputLabel';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { TextInput } from 'react-admin';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import { useCategories, useSelectedPart } from '../../../api/parts';
import { FilesField } from '../../../core/files/FilesField';
import type { UploadTotals } from '../../../core/files/uploadTotals';
import { FieldGrid, FormSection, FormSections } from '../../../core/forms/FormSection';
import { ClientPicker } from '../../../core/forms/inputs/ClientPicker';
import { CheckboxGroupInput, RadioButtonGroupInput } from '../../../core/forms/inputs/choiceGroupInputs';
import { DateInput } from '../../../core/forms/inputs/DateInput';
import { LongTextInput } from '../../../core/forms/inputs/LongTextInput';
import { OptionalLabel } from '../../../core/forms/inputs/OptionalLabel';
import { TimeInput } from '../../../core/forms/inputs/TimeInput';
import { useFormat } from '../../../core/i18n/format';
import { isRepeated, toInstant } from '../../../core/i18n/newYorkTime';
import { lazyPart } from '../../../core/ui/lazyPart';
import { touch } from '../../../theme/mixins';
import { ContactForm } from '../../shipping/ContactFields';
import { SpectrumBindingProvider } from '../../spectra/spectrumBinding';
import type { SpectrumFormBinding } from '../../spectra/suggestions';
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH, type SupportForm } from './supportForm';

interface RequestFieldsProps {
  onUploads: (uploads: UploadTotals) => void;
  /** True for a service, which selects the client. */
  isForClient?: boolean;
}

/** Fields of a new remote support request. */
export function RequestFields({ onUploads, isForClient = false }: RequestFieldsProps) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const files = useController<SupportForm, 'attachments'>({ name: 'attachments' });
  return (
    <FormSections>
      <Stack spacing={4}>
        {isForClient && (
          <ClientPicker
            source="client"
            nameSource="clientName"
            label="newRemoteSupport.forClient.label"
            placeholder={translate('newRemoteSupport.forClient.choose')}
            helperText="newRemoteSupport.forClient.help"
            isRequired
          />
        )}
        <FormSection title={isForClient ? 'newRemoteSupport.forClient.what' : 'newRemoteSupport.what'}>
          <Stack spacing={2}>
            <TextInput
              source="title"
              label="remoteSupport.field.title"
              isRequired
              autoComplete="off"
              slotProps={{ htmlInput: { maxLength: MAX_TITLE_LENGTH } }}
            />
            <LongTextInput
              source="description"
              label="remoteSupport.field.description"
              isRequired
              minRows={4}
              maxLength={MAX_DESCRIPTION_LENGTH}
            />
            <FieldGrid>
              <Instrument />
              <TextInput
                source="serialNumber"
                label={<OptionalLabel label="remoteSupport.field.serialNumber" />}
                autoComplete="off"
                slotProps={{ htmlInput: { maxLength: MAX_TITLE_LENGTH } }}
              />
            </FieldGrid>
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
            <SpectrumBindingProvider value={useSpectrumBinding()}>
              <FilesField
                label={translate('files.attachments')}
                value={files.field.value}
                onChange={files.field.onChange}
                onUploads={onUploads}
                error={files.fieldState.error?.message}
              />
            </SpectrumBindingProvider>
          </Stack>
        </FormSection>
      </Stack>
      <Stack spacing={4}>
        <FormSection title={isForClient ? 'newRemoteSupport.forClient.when' : 'newRemoteSupport.when'}>
          <Stack spacing={2}>
            <FieldGrid>
              <DateInput source="day" label="newRemoteSupport.day" isRequired />
              <TimeInput source="time" label="newRemoteSupport.time" isRequired helperText={<LocalTimeHint />} />
            </FieldGrid>
            <CheckboxGroupInput
              source="methods"
              label="newRemoteSupport.methods"
              isRequired
              row
              choices={choices.contactMethods ?? []}
            />
          </Stack>
        </FormSection>
        <ContactForm hasCompany={false} />
      </Stack>
    </FormSections>
  );
}

const InstrumentInputs = lazyPart(
  async () => {
    const { PartInputs } = await import('../../parts/PartInputs');
    return {
      default: ({ isFocused }: { isFocused: boolean }) => (
        <>
          <PartInputs use="REMOTE_SUPPORT" />
          {isFocused && <FocusOnCategory />}
        </>
      ),
    };
  },
  { fallback: <Skeleton variant="rounded" height={40} />, onFailure: 'inline' },
);

/** Optional instrument of the request; its inputs are behind a button at first. */
function Instrument() {
  const translate = useTranslate();
  // A draft or a spectrum file may have set the instrument.
  const isChosen = useWatch<SupportForm, 'category'>({ name: 'category' }) !== '';
  const [isOpened, setOpened] = useState(false);
  if (isChosen || isOpened) {
    return <InstrumentInputs isFocused={isOpened} />;
  }
  return (
    <div>
      <InputLabel component="p" sx={{ marginTop: 0 }}>
        <OptionalLabel label="newRemoteSupport.instrument" />
      </InputLabel>
      <Button fullWidth endIcon={<ExpandMoreIcon />} sx={pickerStyle} onClick={() => setOpened(true)}>
        {translate('newRemoteSupport.chooseInstrument')}
      </Button>
    </div>
  );
}

/** Style of the button, with height and border of the adjacent field. */
const pickerStyle = (theme: Theme) => ({
  minHeight: 40,
  [touch]: { fontSize: '1rem' },
  justifyContent: 'space-between',
  fontWeight: theme.typography.fontWeightRegular,
  borderColor: theme.portal.fieldBorder,
  color: theme.vars.palette.text.tertiary,
  paddingInline: '11px 9px',
  '& .MuiButton-endIcon': { margin: 0, color: theme.vars.palette.text.secondary, '& svg': { fontSize: 18 } },
});

/** Focus on the first input, which is disabled until its choices are loaded. */
function FocusOnCategory() {
  const { setFocus } = useFormContext<SupportForm>();
  const isEnabled = useCategories().data !== undefined;
  useEffect(() => {
    if (isEnabled) setFocus('category');
  }, [isEnabled, setFocus]);
  return null;
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const isTime = (text: string): boolean => /^\d{2}:\d{2}$/.test(text);

/**
 * Preferred time in the viewer's time zone, or a note about an unusable time. A time may be past, ambiguous or skipped
 * by daylight saving time.
 */
function LocalTimeHint() {
  const translate = useTranslate();
  const format = useFormat();
  const [day = '', time = ''] = useWatch<SupportForm, ['day', 'time']>({ name: ['day', 'time'] });
  if (!isDay(day) || !isTime(time)) return translate('newRemoteSupport.timeHelp');
  const instant = toInstant({ day, time });
  if (instant === null) {
    return (
      <Box component="span" sx={{ color: 'error.main' }}>
        {translate('newRemoteSupport.rule.leftOut')}
      </Box>
    );
  }
  const localTime = translate('shared.yourTime', { time: format.localizedDateTime(instant) });
  if (Date.parse(instant) < Date.now()) {
    return (
      <>
        {localTime}
        <Box component="span" sx={(theme) => ({ display: 'block', color: theme.status.waiting.text })}>
          {translate('newRemoteSupport.timePassed')}
        </Box>
      </>
    );
  }
  return isRepeated({ day, time }) ? translate('newRemoteSupport.ownTimeRepeated', { own: localTime }) : localTime;
}

const READ_INTO = ['title', 'description', 'serialNumber', 'category', 'partId'] as const;

/** Return the form fields that a spectrum file may fill in. */
function useSpectrumBinding(): SpectrumFormBinding {
  const { setValue } = useFormContext<SupportForm>();
  const [title, description, serialNumber, category, partId] = useWatch<SupportForm, typeof READ_INTO>({
    name: READ_INTO,
  });
  const chosen = useSelectedPart('REMOTE_SUPPORT', { category, partId });
  const set = (name: (typeof READ_INTO)[number]) => (value: string | number) => {
    setValue(name, value, { shouldDirty: true, shouldValidate: true });
  };
  return {
    part: {
      use: 'REMOTE_SUPPORT',
      current: chosen ?? null,
      set: (part) => {
        set('category')(part.category);
        set('partId')(part.id);
      },
    },
    serialNumber: { current: serialNumber, set: set('serialNumber') },
    title: { current: title, set: set('title') },
    notes: { current: description, set: set('description') },
  };
}
