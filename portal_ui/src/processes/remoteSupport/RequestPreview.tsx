import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { FileList } from '../../kernel/files/FileList';
import type { AttachedFile } from '../../kernel/files/types';
import { UploadedRow } from '../../kernel/files/UploadedRow';
import { choiceName, useMeta } from '../../server/meta';
import { ReadField, ReadFields } from '../../shared/fields/ReadField';
import { useFormat } from '../../shared/format';
import { newYorkParts } from '../../shared/newYorkInput';
import { FormPart } from '../../shared/shipping/FormPart';
import type { ContactValues } from '../../shared/shipping/types';

interface PreviewProps {
  request: {
    title: string;
    description: string;
    specialSupport: boolean;
    preferredDate: string;
    preferredContactMethods: readonly string[];
    contact: ContactValues;
    attachments: readonly AttachedFile[];
  };
}

/** A remote support request as it was asked for, only to read. */
export function RequestPreview({ request }: PreviewProps) {
  const format = useFormat();
  const { contact, attachments } = request;
  const { choices } = useMeta();
  const translate = useTranslate();
  const field = (name: string) => translate(`remoteSupport.field.${name}`);
  const person = (name: string) => translate(`shipping.field.${name}`);
  const preferred = newYorkParts(request.preferredDate);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box component="section">
        <Typography variant="h2" component="h3" sx={{ marginBottom: 1, overflowWrap: 'anywhere' }}>
          {request.title}
        </Typography>
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', marginBottom: 2 }}>
          {request.description}
        </Typography>
        <ReadFields columns={3}>
          <ReadField label={field('preferredDate')}>
            <time
              dateTime={request.preferredDate}
              title={translate('shared.yourTime', { time: format.ownDateTime(request.preferredDate) })}
            >
              {`${format.day(preferred.day)}, ${preferred.time}`}
            </time>
          </ReadField>
          <ReadField label={field('contactMethods')}>
            {request.preferredContactMethods.map((key) => choiceName(choices.contactMethods, key)).join(', ')}
          </ReadField>
          <ReadField label={field('specialSupport')}>
            {translate(request.specialSupport ? 'lists.yes' : 'lists.no')}
          </ReadField>
        </ReadFields>
      </Box>
      <FormPart title={translate('shipping.contact')}>
        <ReadFields columns={2}>
          <ReadField label={person('firstName')}>{contact.firstName}</ReadField>
          <ReadField label={person('lastName')}>{contact.lastName}</ReadField>
          <ReadField label={person('phone')}>{contact.phone}</ReadField>
          <ReadField label={person('email')}>{contact.email}</ReadField>
          <ReadField label={person('backupEmails')}>
            {contact.backupEmails.map(({ value }) => value).join('\n')}
          </ReadField>
        </ReadFields>
      </FormPart>
      <FormPart title={translate('files.attachments')}>
        {attachments.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{translate('files.none')}</Typography>
        ) : (
          <FileList>
            {attachments.map((file) => (
              <UploadedRow key={file.id} file={file} list={attachments} />
            ))}
          </FileList>
        )}
      </FormPart>
    </Box>
  );
}
