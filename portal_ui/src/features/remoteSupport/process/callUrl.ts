import type { RemoteSupport } from '../../../api/remoteSupport';

type Method = RemoteSupport['preferredContactMethods'][number];

/** What each program is called by; `number` holds digits alone. */
const urlByMethod: Record<Method, (number: string) => string> = {
  PHONE: (number) => `tel:+${number}`,
  WHATS_APP: (number) => `https://wa.me/${number}`,
  VIBER: (number) => `viber://chat?number=%2B${number}`,
  SKYPE: (number) => `skype:+${number}?call`,
};

/**
 * The link that calls a contact, null for what is no international number: without its country a number calls somebody
 * else. Nothing of what a user typed gets into it but digits.
 */
export function buildCallUrl(method: Method, phone: string): string | null {
  const digits = /^\+[\d ]{8,32}$/.test(phone.trim()) ? phone.replace(/\D/g, '') : '';
  if (method === 'PHONE' && /^[\d ]{8,32}$/.test(phone.trim())) return `tel:${phone.replace(/\D/g, '')}`;
  return /^[1-9]\d{7,14}$/.test(digits) ? urlByMethod[method](digits) : null;
}
