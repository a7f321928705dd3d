import { type ReactNode, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { readSession } from '../../api/session';
import { LeaveDialog } from './LeaveDialog';
import { UnsavedForms, UnsavedProvider, useAnyDirty, useUnsavedForms } from './unsavedForms';

interface Place {
  pathname: string;
  search: string;
}

const getTab = (place: Place) => new URLSearchParams(place.search).get('tab');

/** Path without its language: changing the language keeps the draft, so it loses nothing. */
const getRoute = (place: Place) => place.pathname.split('/').slice(2).join('/');

/** True where going from one place to the other would take a form off the screen. */
export const isLeavingForm = (from: Place, to: Place): boolean =>
  getRoute(from) !== getRoute(to) || (getTab(from) !== null && getTab(from) !== getTab(to));

/** Leave prompt for unsaved changes; each form and dialog below registers by `useUnsavedForm`. */
export function UnsavedBoundary({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new UnsavedForms());
  return (
    <UnsavedProvider value={forms}>
      {children}
      <WhileDirty />
    </UnsavedProvider>
  );
}

/** Guards nothing where all is saved: a blocker is of no use then, and the router warns of one at typed addresses. */
function WhileDirty() {
  return useAnyDirty() ? <LeavePrompt /> : null;
}

/** Leave prompt for unsaved changes, at a link, a tab, Back or a reload. */
function LeavePrompt() {
  const forms = useUnsavedForms();
  const blocker = useBlocker(
    // The end of a session leads to the login page whatever is typed: the draft stays for the return.
    ({ currentLocation, nextLocation }) =>
      forms.anyDirty() && readSession().session !== null && isLeavingForm(currentLocation, nextLocation),
  );

  useBeforeUnload(true);

  return (
    <LeaveDialog
      open={blocker.state === 'blocked'}
      losesFiles={forms.anyUploading()}
      onStay={() => blocker.reset?.()}
      onDiscard={() => {
        forms.discardAll();
        blocker.proceed?.();
      }}
      onKeepDraft={forms.allKeepDrafts() ? () => blocker.proceed?.() : undefined}
    />
  );
}

/** Leave prompt of the browser (beforeunload) at a reload or when the page is closed. */
function useBeforeUnload(asks: boolean): void {
  useEffect(() => {
    if (!asks) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [asks]);
}
