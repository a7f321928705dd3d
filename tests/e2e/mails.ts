import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

export type Mail = { to: string; text: string; html: string };

const folder = process.env.PORTAL_MAIL_DIR ?? '';

/** Whether the portal writes its mails where they can be read: scripts/test and scripts/with-server have it do so. */
export const canReadMails = folder !== '';

/** The link of the newest mail to an address that has one like this, once it is there. */
export async function linkMailedTo(address: string, pattern: RegExp): Promise<string> {
  const find = () => mailsTo(address).flatMap(({ text }) => text.match(pattern)?.[0] ?? [])[0];
  await expect.poll(find, { message: `a mail to ${address}`, timeout: 30_000 }).toBeTruthy();
  return find() ?? '';
}

/** Mails to an address, the newest first. The folder is created with the first mail. */
export function mailsTo(address: string): Mail[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .map((source) => ({ source, date: Date.parse(headerOf(source, 'Date')) }))
    .sort((one, other) => other.date - one.date)
    .map(({ source }) => read(source))
    .filter(({ to }) => to.includes(address));
}

function read(source: string): Mail {
  const parts = partsOf(source);
  const body = (type: string) => parts.find((part) => headerOf(part, 'Content-Type').startsWith(type)) ?? '';
  return { to: headerOf(source, 'To'), text: decoded(body('text/plain')), html: decoded(body('text/html')) };
}

/** A mail of several parts, flat. */
function partsOf(source: string): string[] {
  const boundary = /boundary="?([^";\r\n]+)/.exec(headerOf(source, 'Content-Type'))?.[1];
  if (!boundary) return [source];
  return source
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.trimStart()));
}

const headOf = (part: string) => part.split(/\r?\n\r?\n/, 1)[0] ?? '';

function headerOf(part: string, name: string): string {
  const unfolded = headOf(part).replace(/\r?\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: *(.*?)\\r?$`, 'im').exec(unfolded)?.[1] ?? '';
}

function decoded(part: string): string {
  const body = part.slice(headOf(part).length).trimStart();
  const encoding = headerOf(part, 'Content-Transfer-Encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return Buffer.from(encoding === 'quoted-printable' ? unquoted(body) : body, 'latin1').toString('utf8');
}

const unquoted = (body: string) =>
  body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
