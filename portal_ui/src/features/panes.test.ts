// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { panes as partRequest } from './partRequests/process/PartRequestPage';
import { panes as remoteSupport } from './remoteSupport/process/RemoteSupportPage';
import { panes as repair } from './repairs/process/RepairPage';

const server = JSON.parse(readFileSync(join(import.meta.dirname, '../../../locale/en/server.json'), 'utf8'));

// The server does not start with an unlabeled tab, so the labels include all tabs.
it.each([
  ['REPAIR', repair],
  ['PARTS', partRequest],
  ['REMOTE_SUPPORT', remoteSupport],
])('every tab of %s has a pane', (kind, { componentByTab }) => {
  expect(Object.keys(componentByTab).toSorted()).toEqual(Object.keys(server.tabs[kind]).toSorted());
});

it.each([
  ['REPAIR', 'repair'],
  ['PARTS', 'partRequest'],
  ['REMOTE_SUPPORT', 'remoteSupport'],
])('the messages after transitions of %s belong to statuses that one leads to', (kind, catalog) => {
  const messages = JSON.parse(readFileSync(join(import.meta.dirname, `../../../locale/en/${catalog}.json`), 'utf8'));
  const [, ...statuses] = Object.keys(server.status[kind]).filter((status) => status !== 'NONE');
  const { DIRECT, ...moved } = messages[catalog].moved;
  expect(DIRECT).toContain('%{status}');
  // A status without a message of its own is named by `process.moved`.
  expect(Object.keys(moved).filter((status) => !statuses.includes(status))).toEqual([]);
});
