import { type ReactNode, useState } from 'react';
import { LeavePrompt } from './LeavePrompt';
import { UnsavedForms, UnsavedProvider } from './unsavedForms';

/** A page that asks before it is left with unsaved changes; each form below enters itself by `useUnsavedForm`. */
export function UnsavedBoundary({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new UnsavedForms());
  return (
    <UnsavedProvider value={forms}>
      {children}
      <LeavePrompt />
    </UnsavedProvider>
  );
}
