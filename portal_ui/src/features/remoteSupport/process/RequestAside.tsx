import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { UploadedFiles } from '../../../core/files/UploadedFileRow';
import { FormSection } from '../../../core/forms/FormSection';
import { ReadField, ReadFields } from '../../../core/forms/inputs/ReadField';
import { useFormat } from '../../../core/i18n/format';
import { useProcess } from '../../../core/process/processContext';
import { PartLabel } from '../../parts/PartLabel';
import { Checks } from './Checks';
import { ContactActions, isReachable } from './ContactActions';
import type { ChecksProps } from './useChecks';

/** Width of the request next to the sessions, in px. */
export const ASIDE_WIDTH = 372;

interface RequestAsideProps extends ChecksProps {
  /** True if the user's side calls the client. */
  calls: boolean;
}

/** Request next to the sessions: problem, contact, time, instrument, files, checks. */
export function RequestAside({ calls, onBusy }: RequestAsideProps) {
  const { record } = useProcess<RemoteSupport>();
  const { choices } = useMeta();
  const format = useFormat();
  const translate = useTranslate();
  const titleId = useId();
  const { title, description, contact, part, serialNumber, attachments, preferredDate } = record;
  const methods = record.preferredContactMethods.map((key) => getChoiceName(choices.contactMethods, key)).join(', ');
  const hasButtons = calls && isReachable(record);
  return (
    <>
      <section aria-labelledby={titleId}>
        <Typography variant="h2" id={titleId} sx={{ marginBottom: 1.5, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{description}</Typography>
      </section>
      <ContactActions record={record} calls={calls} />
      <ReadFields columns={1}>
        <ReadField label={translate('shipping.contact')}>
          {`${contact.firstName} ${contact.lastName} · ${contact.phone}`}
        </ReadField>
        {/* In print there are no buttons. */}
        <ReadField label={translate('remoteSupport.field.contactMethods')} isPrintOnly={hasButtons}>
          {methods}
        </ReadField>
        <ReadField label={translate('remoteSupport.field.preferredDate')}>
          <time dateTime={preferredDate}>{format.dateTime(preferredDate)}</time>
          <Typography variant="body2" component="span" sx={{ display: 'block', color: 'text.tertiary' }}>
            {translate('shared.yourTime', { time: format.localizedDateTime(preferredDate) })}
          </Typography>
        </ReadField>
      </ReadFields>
      {(part || serialNumber) && (
        <FormSection title="remoteSupport.details.instrument">
          {part ? (
            <PartLabel
              imageUrl={part.imageUrl}
              name={part.partName}
              secondary={!serialNumber && part.category.name}
              serial={serialNumber}
            />
          ) : (
            serialNumber
          )}
        </FormSection>
      )}
      {attachments.length > 0 && (
        <FormSection title="files.attachments">
          <UploadedFiles files={attachments} />
        </FormSection>
      )}
      <Checks onBusy={onBusy} />
    </>
  );
}
