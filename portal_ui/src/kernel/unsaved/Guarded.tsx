import { type ReactNode, useState } from 'react';
import { LeaveGuard } from './LeaveGuard';
import { UnsavedForms, UnsavedProvider } from './unsaved';

/** A page that asks before it is left with unsaved changes; each form below enters itself by `useUnsavedForm`. */
export function Guarded({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new UnsavedForms());
  return (
    <UnsavedProvider value={forms}>
      {children}
      <LeaveGuard forms={forms} />
    </UnsavedProvider>
  );
}
