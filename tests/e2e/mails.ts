import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

export type Mail = { to: string; text: string; html: string };

const folder = process.env.PORTAL_MAIL_DIR ?? '';

/** Availability of the sent emails as files. scripts/test and scripts/with-server configure their folder. */
export const canReadMails = folder !== '';

/** Wait for an email with a matching link, and return the newest such link. */
export async function findMailedLink(address: string, pattern: RegExp): Promise<string> {
  const find = () => readMailsTo(address).flatMap(({ text }) => text.match(pattern)?.[0] ?? [])[0];
  await expect.poll(find, { message: `a mail to ${address}`, timeout: 30_000 }).toBeTruthy();
  return find() ?? '';
}

/** Return the emails to an address, newest first. The folder is created with the first email. */
export function readMailsTo(address: string): Mail[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .map((source) => ({ source, date: Date.parse(getHeader(source, 'Date')) }))
    .sort((a, b) => b.date - a.date)
    .map(({ source }) => read(source))
    .filter(({ to }) => to.includes(address));
}

function read(source: string): Mail {
  const parts = splitParts(source);
  const body = (type: string) => parts.find((part) => getHeader(part, 'Content-Type').startsWith(type)) ?? '';
  return { to: getHeader(source, 'To'), text: decodeBody(body('text/plain')), html: decodeBody(body('text/html')) };
}

/** Return the parts of a multipart message, flattened. */
function splitParts(source: string): string[] {
  const boundary = /boundary="?([^";\r\n]+)/.exec(getHeader(source, 'Content-Type'))?.[1];
  if (!boundary) return [source];
  return source
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => splitParts(part.trimStart()));
}

const getHead = (part: string) => part.split(/\r?\n\r?\n/, 1)[0] ?? '';

function getHeader(part: string, name: string): string {
  const unfolded = getHead(part).replace(/\r?\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: *(.*?)\\r?$`, 'im').exec(unfolded)?.[1] ?? '';
}

function decodeBody(part: string): string {
  const body = part.slice(getHead(part).length).trimStart();
  const encoding = getHeader(part, 'Content-Transfer-Encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return Buffer.from(encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body, 'latin1').toString('utf8');
}

const decodeQuotedPrintable = (body: string) =>
  body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
