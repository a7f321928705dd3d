// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Meta } from '../../../api/types';
import { buildDraftKey, writeDraft } from '../../../core/forms/drafts';
import { renderAt, serve } from '../../imports/testing';
import NewRemoteSupportPage from './NewRemoteSupportPage';
import { createEmptyForm } from './supportForm';

const user = { username: 'ana' };
const part = { id: 3, partName: 'D3S', manufacturer: 'Kromek', number: 'K-1', imageUrl: null };
const server = (parts: unknown[]) =>
  serve({
    'GET /api/v1/instruments/fetch': ({ query }) => ({
      serialNumber: `SN-${query.get('instrumentId')}`,
      category: { key: 'HANDHELD' },
      partId: 3,
      visits: [],
    }),
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'HANDHELD', name: 'Handheld' }],
    'GET /api/v1/parts/fetch/by/category': () => parts,
  });
const open = (at: string) =>
  renderAt(<NewRemoteSupportPage />, {
    at: `/en/remote-support/new${at}`,
    route: '/:lang/remote-support/new',
    meta: { user } as Partial<Meta>,
  });

it('keeps a draft about another instrument and offers to use this one', { timeout: 120_000 }, async () => {
  server([part]);
  const content = { ...createEmptyForm(), serialNumber: 'SN-1' };
  writeDraft(buildDraftKey('newRemoteSupport', 0, 'NEW'), { content });
  const address = await open('?instrument=2');
  await screen.findByText(/serial number SN-2 wasn't filled in: this draft is about a different instrument/);
  expect(screen.getByDisplayValue('SN-1')).toBeTruthy();
  expect(address()).toContain('instrument=2');
  fireEvent.click(screen.getByText('Use this instrument'));
  expect(screen.getByDisplayValue('SN-2')).toBeTruthy();
  expect(screen.queryByText(/wasn't filled in/)).toBeNull();
  await waitFor(() => expect(address()).toBe('/en/remote-support/new'));
});

it('reports a model that has no remote support', { timeout: 120_000 }, async () => {
  server([]);
  await open('?instrument=1');
  await screen.findByText(/^Only serial number SN-1 was filled in/);
  expect(screen.getByDisplayValue('SN-1')).toBeTruthy();
});
