import { type ReactNode, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { readSession } from '../../api/session';
import { LeaveDialog } from './LeaveDialog';
import { UnsavedForms, UnsavedProvider, useAnyDirty, useUnsavedForms } from './unsavedForms';

interface RouteLocation {
  pathname: string;
  search: string;
}

const getTab = (location: RouteLocation) => new URLSearchParams(location.search).get('tab');

/** Return the path without language, as a change of language loses no values. */
const getRoute = (location: RouteLocation) => location.pathname.split('/').slice(2).join('/');

/** Return whether a navigation unmounts the form, by another page or tab. */
export const isLeavingForm = (from: RouteLocation, to: RouteLocation): boolean =>
  getRoute(from) !== getRoute(to) || (getTab(from) !== null && getTab(from) !== getTab(to));

/** Provider of the leave prompt. Forms and dialogs register by `useUnsavedForm`. */
export function UnsavedBoundary({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new UnsavedForms());
  return (
    <UnsavedProvider value={forms}>
      {children}
      <WhileDirty />
    </UnsavedProvider>
  );
}

/** Leave prompt, mounted only while needed. React Router warns about a blocker when a URL is typed. */
function WhileDirty() {
  return useAnyDirty() ? <LeavePrompt /> : null;
}

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Leave prompt for unsaved changes, on a link, a tab, Back or a reload. */
function LeavePrompt() {
  const forms = useUnsavedForms();
  const blocker = useBlocker(
    // An expired session always redirects to the login page; the draft is restored later.
    ({ currentLocation, nextLocation }) =>
      forms.anyDirty() && readSession().session !== null && isLeavingForm(currentLocation, nextLocation),
  );

  useBeforeUnload(preventUnload);

  return (
    <LeaveDialog
      open={blocker.state === 'blocked'}
      losesFiles={forms.anyUploading()}
      onStay={() => blocker.reset?.()}
      onDiscard={() => {
        forms.discardDirty();
        blocker.proceed?.();
      }}
      onKeepDraft={forms.allKeepDrafts() ? () => blocker.proceed?.() : undefined}
    />
  );
}
