// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSessionExpiry, markSessionExpired } from '../../api/http';
import { startSession } from '../../api/session';
import { createTestRouter } from '../process/testing';
import { isLeavingForm, UnsavedBoundary } from './UnsavedBoundary';
import { useUnsavedForm } from './unsavedForms';

const discard = vi.fn();

function Form({ dirty, keepsDraft }: { dirty: boolean; keepsDraft: boolean }) {
  useUnsavedForm({ dirty, discard, keepsDraft });
  return <p>the form</p>;
}

function open(dirty: boolean, keepsDraft = false) {
  const router = createTestRouter(
    <UnsavedBoundary>
      <Form {...{ dirty, keepsDraft }} />
    </UnsavedBoundary>,
  );
  render(<RouterProvider router={router} />);
  return {
    leave: (to = '/en/other') => act(() => router.navigate(to)),
    address: () => router.state.location.pathname,
  };
}

const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] }));

afterEach(() => {
  cleanup();
  clearSessionExpiry();
  discard.mockReset();
});

describe('leave prompt', { timeout: 30_000 }, () => {
  it('blocks the navigation, with the focus on the stay button', async () => {
    const page = open(true);
    await page.leave();
    expect(page.address()).toBe('/en/page');
    const stayButton = button('Stay on this page');
    await waitFor(() => expect(document.activeElement).toBe(stayButton));
    expect(screen.queryByRole('button', { name: 'Leave and keep draft' })).toBeNull();
    fireEvent.click(stayButton);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.address()).toBe('/en/page');
    expect(discard).not.toHaveBeenCalled();
  });

  it('discards the changes on request', async () => {
    const page = open(true);
    await page.leave();
    fireEvent.click(button('Discard changes'));
    await waitFor(() => expect(page.address()).toBe('/en/other'));
    expect(discard).toHaveBeenCalledTimes(1);
  });

  it('offers to keep the draft if one is kept', async () => {
    const page = open(true, true);
    await page.leave();
    fireEvent.click(button('Leave and keep draft'));
    await waitFor(() => expect(page.address()).toBe('/en/other'));
    expect(discard).not.toHaveBeenCalled();
  });

  it('does not appear if all is saved, the language changes or the session expired', async () => {
    const clean = open(false);
    await clean.leave();
    expect(clean.address()).toBe('/en/other');
    cleanup();

    const typed = open(true);
    await typed.leave('/es/page');
    expect(typed.address()).toBe('/es/page');
    act(() => markSessionExpired());
    await typed.leave('/es/login');
    expect(typed.address()).toBe('/es/login');
  });
});

describe('leave prompt of several forms', { timeout: 30_000 }, () => {
  const discardOther = vi.fn();
  function OtherForm({ keepsDraft }: { keepsDraft: boolean }) {
    useUnsavedForm({ dirty: true, discard: discardOther, keepsDraft });
    return null;
  }
  async function leaveBoth(keepsDraft: boolean) {
    const router = createTestRouter(
      <UnsavedBoundary>
        <Form dirty keepsDraft />
        <OtherForm keepsDraft={keepsDraft} />
      </UnsavedBoundary>,
    );
    render(<RouterProvider router={router} />);
    await act(() => router.navigate('/en/other'));
    return router;
  }

  it('offers to keep the drafts only if each form keeps one', async () => {
    await leaveBoth(false);
    expect(screen.getByRole('dialog').textContent).not.toContain('A draft is kept');
    expect(screen.queryByRole('button', { name: 'Leave and keep draft' })).toBeNull();
    cleanup();
    await leaveBoth(true);
    expect(screen.getByRole('dialog').textContent).toContain('A draft is kept on this device.');
    expect(button('Leave and keep draft')).toBeTruthy();
  });

  it('discards the changes of each form', async () => {
    const router = await leaveBoth(true);
    fireEvent.click(button('Discard changes'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/other'));
    expect([discard.mock.calls.length, discardOther.mock.calls.length]).toEqual([1, 1]);
  });
});

it.each([true, false])('makes the browser ask before a reload only while something is unsaved: %s', (dirty) => {
  open(dirty);
  const unload = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(dirty);
  cleanup();
  const later = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(later);
  expect(later.defaultPrevented).toBe(false);
});

describe('isLeavingForm', () => {
  const buildLocation = (pathname: string, search = '') => ({ pathname, search });
  it('is true for another page or tab', () => {
    expect(isLeavingForm(buildLocation('/en/process-repair/7'), buildLocation('/en/active-repairs'))).toBe(true);
    expect(
      isLeavingForm(
        buildLocation('/en/process-repair/7', '?tab=ONE'),
        buildLocation('/en/process-repair/7', '?tab=TWO'),
      ),
    ).toBe(true);
  });
  it('is false for another language, or when the URL gets the first tab', () => {
    expect(
      isLeavingForm(
        buildLocation('/en/process-repair/7', '?tab=ONE'),
        buildLocation('/es/process-repair/7', '?tab=ONE'),
      ),
    ).toBe(false);
    expect(
      isLeavingForm(buildLocation('/en/process-repair/7'), buildLocation('/en/process-repair/7', '?tab=ONE')),
    ).toBe(false);
  });
});

describe('leave prompt during an upload', { timeout: 30_000 }, () => {
  function Upload({ uploading }: { uploading: boolean }) {
    useUnsavedForm({ dirty: true, discard, keepsDraft: true, uploading });
    return null;
  }
  const leave = async (uploading: boolean) => {
    const page = (
      <UnsavedBoundary>
        <Upload uploading={uploading} />
      </UnsavedBoundary>
    );
    const router = createTestRouter(page);
    render(<RouterProvider router={router} />);
    await act(() => router.navigate('/en/other'));
    return router;
  };

  it.each([true, false])('says that the files will be lost, unless all are uploaded: %s', async (uploading) => {
    await leave(uploading);
    const text = screen.getByRole('dialog', { name: 'Leave without saving?' }).textContent;
    expect(text?.includes("Files that haven't finished uploading will be lost.")).toBe(uploading);
  });

  it('stays on the page by Escape', async () => {
    const router = await leave(false);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/en/page');
    expect(discard).not.toHaveBeenCalled();
  });
});
