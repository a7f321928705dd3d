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
])('every status of %s that a transition leads to has a message', (kind, catalog) => {
  const messages = JSON.parse(readFileSync(join(import.meta.dirname, `../../../locale/en/${catalog}.json`), 'utf8'));
  const [, ...statuses] = Object.keys(server.status[kind]).filter((status) => status !== 'NONE');
  expect(Object.keys(messages[catalog].moved).toSorted()).toEqual(['DIRECT', ...statuses].toSorted());
});
