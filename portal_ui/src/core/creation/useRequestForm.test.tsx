// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { DataProviderContext, I18nContext } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dataProvider } from '../../api/dataProvider';
import { createQueryClient } from '../../api/queryClient';
import { getTestI18nProvider } from '../i18n/testing';
import { RequestDraft } from './requestDraft';
import { useRequestForm } from './useRequestForm';

const i18nProvider = await getTestI18nProvider('en');
const service = { missing: false };
vi.mock('../../api/ownProfile', () => ({ useIsServiceMissing: () => service.missing }));

function Page({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={createQueryClient()}>
      <DataProviderContext.Provider value={dataProvider}>
        <I18nContext.Provider value={i18nProvider}>
          <MemoryRouter initialEntries={['/en/new']}>
            <Routes>
              <Route path="/:lang/*" element={children} />
            </Routes>
          </MemoryRouter>
        </I18nContext.Provider>
      </DataProviderContext.Provider>
    </QueryClientProvider>
  );
}

type Form = Pick<Parameters<typeof useRequestForm>[0], 'isPristine' | 'missingReason' | 'uploads'>;

function open(form: Form) {
  const draft = new RequestDraft('place', () => null);
  const shared = { files: () => [], removeFiles: () => {}, clear: () => {}, body: () => ({}) };
  const { result } = renderHook(
    () =>
      useRequestForm({
        ...shared,
        ...form,
        draft,
        validate: (review) => review(),
        resource: 'repairs',
        applyServerErrors: () => ({ fieldErrors: {}, formErrors: [] }),
        successMessage: 'newRepair.sent',
        next: 'active-repairs',
      }),
    { wrapper: Page },
  );
  return result;
}

afterEach(() => {
  cleanup();
  service.missing = false;
});

describe('the reason why a form cannot be submitted', () => {
  const completeForm: Form = { isPristine: false, missingReason: null };

  it('is first a missing value, then the uploads, then the missing repair service', () => {
    service.missing = true;
    const uploads = { sending: 2, failed: 1 };
    expect(open({ isPristine: true, missingReason: 'A title.', uploads }).current.reason).toBe('A title.');
    expect(open({ ...completeForm, uploads }).current.reason).toBe("1 file couldn't be uploaded");
    expect(open({ ...completeForm, uploads: { sending: 2, failed: 0 } }).current.reason).toBe('Uploading 2 files');
    expect(open(completeForm).current.reason).toBe('Your organization has no repair service yet');
    service.missing = false;
    expect(open(completeForm).current.reason).toBeNull();
  });

  it('is about uploads while the draft lacks their files', () => {
    expect(open({ ...completeForm, uploads: { sending: 1, failed: 0 } }).current.uploading).toBe(true);
    expect(open({ ...completeForm, uploads: { sending: 0, failed: 1 } }).current.uploading).toBe(true);
    expect(open(completeForm).current.uploading).toBe(false);
  });

  it('keeps the confirmation dialog closed', () => {
    const lacking = open({ ...completeForm, missingReason: 'A title.' });
    act(() => lacking.current.handleSubmit());
    expect(lacking.current.submission.isConfirmOpen).toBe(false);
    const ready = open(completeForm);
    act(() => ready.current.handleSubmit());
    expect(ready.current.submission.isConfirmOpen).toBe(true);
  });
});
