import CalendarIcon from '@mui/icons-material/EventOutlined';
import ViberIcon from '@mui/icons-material/PermPhoneMsgOutlined';
import PhoneIcon from '@mui/icons-material/PhoneOutlined';
import SkypeIcon from '@mui/icons-material/VideocamOutlined';
import WhatsAppIcon from '@mui/icons-material/WhatsApp';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { downloadFile } from '../../../api/download';
import { getChoiceName, useMeta } from '../../../api/meta';
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

const iconByMethod = { PHONE: PhoneIcon, WHATS_APP: WhatsAppIcon, VIBER: ViberIcon, SKYPE: SkypeIcon } as const;

/**
 * Return the link that calls a contact, or null for an invalid number. Without a country code an app may call another
 * person, so only the telephone accepts it. Only digits of the user's input are used.
 */
export function buildCallUrl(method: Method, phone: string): string | null {
  const digits = /^\+[\d ]{8,32}$/.test(phone.trim()) ? phone.replace(/\D/g, '') : '';
  if (method === 'PHONE' && /^[\d ]{8,32}$/.test(phone.trim())) return `tel:${phone.replace(/\D/g, '')}`;
  return /^[1-9]\d{7,14}$/.test(digits) ? urlByMethod[method](digits) : null;
}

/** Whether each contact method of a request has a link. */
export const isReachable = ({ preferredContactMethods, contact }: RemoteSupport): boolean =>
  preferredContactMethods.every((method) => buildCallUrl(method, contact.phone));

/** Links to call the client and, before the preferred time, the calendar file. */
export function ContactActions({ record, calls }: { record: RemoteSupport; calls: boolean }) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const { choices } = useMeta();
  const { preferredContactMethods, contact } = record;
  const ways = calls ? preferredContactMethods.filter((method) => buildCallUrl(method, contact.phone)) : [];
  const isPast = Date.parse(record.preferredDate) < Date.now();
  if (isPast && ways.length === 0) return null;
  const fallbackName = `${record.number}.ics`;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '@media print': { display: 'none' } }}>
      {ways.map((method) => {
        const href = buildCallUrl(method, contact.phone) ?? '';
        const Icon = iconByMethod[method];
        const label = translate(`remoteSupport.reach.${method}`);
        return (
          <Button
            key={method}
            size="small"
            startIcon={<Icon />}
            href={href}
            {...(href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' })}
            {...(method !== 'PHONE' && { 'aria-label': label })}
          >
            {method === 'PHONE' ? label : getChoiceName(choices.contactMethods, method)}
          </Button>
        );
      })}
      {!isPast && (
        <Button
          size="small"
          startIcon={<CalendarIcon />}
          onClick={() =>
            void downloadFile('/api/v1/support/calendar', { query: { id: record.id }, fallbackName }).catch(notifyError)
          }
        >
          {translate('remoteSupport.reach.calendar')}
        </Button>
      )}
    </Box>
  );
}
