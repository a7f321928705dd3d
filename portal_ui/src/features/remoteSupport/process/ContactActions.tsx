import CalendarIcon from '@mui/icons-material/EventOutlined';
import PhoneIcon from '@mui/icons-material/PhoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { downloadFile } from '../../../api/download';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { useNotifyError } from '../../../core/ui/errorMessage';

type Method = RemoteSupport['preferredContactMethods'][number];

/** URL schemes by contact method; `number` contains digits only. */
const urlByMethod: Record<Method, (number: string) => string> = {
  PHONE: (number) => `tel:+${number}`,
  WHATS_APP: (number) => `https://wa.me/${number}`,
  VIBER: (number) => `viber://chat?number=%2B${number}`,
  SKYPE: (number) => `skype:+${number}?call`,
};

/**
 * Return the link that calls a contact, or null for an invalid number. Without a country code an app may call another
 * person, so only the telephone accepts it. Only digits of the user's input are used.
 */
export function buildCallUrl(method: Method, phone: string): string | null {
  const digits = /^\+[\d ]{8,32}$/.test(phone.trim()) ? phone.replace(/\D/g, '') : '';
  if (method === 'PHONE' && /^[\d ]{8,32}$/.test(phone.trim())) return `tel:${phone.replace(/\D/g, '')}`;
  return /^[1-9]\d{7,14}$/.test(digits) ? urlByMethod[method](digits) : null;
}

/** Calendar download and, for the calling side, links to call the client. */
export function ContactActions({ record, calls }: { record: RemoteSupport; calls: boolean }) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const { preferredContactMethods, contact } = record;
  const ways = calls ? preferredContactMethods : [];
  const fallbackName = `${record.number}.ics`;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '@media print': { display: 'none' } }}>
      <Button
        size="small"
        startIcon={<CalendarIcon />}
        onClick={() =>
          void downloadFile('/api/v1/support/calendar', { query: { id: record.id }, fallbackName }).catch(notifyError)
        }
      >
        {translate('remoteSupport.reach.calendar')}
      </Button>
      {ways.map((method) => {
        const href = buildCallUrl(method, contact.phone);
        return (
          href && (
            <Button
              key={method}
              size="small"
              startIcon={<PhoneIcon />}
              href={href}
              {...(href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' })}
            >
              {translate(`remoteSupport.reach.${method}`)}
            </Button>
          )
        );
      })}
    </Box>
  );
}
