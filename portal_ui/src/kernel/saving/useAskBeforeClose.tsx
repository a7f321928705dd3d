import { type ReactNode, useState } from 'react';
import { LeaveDialog } from './LeaveDialog';

/** Closing a dialog that may hold what is not saved: asks first. `question` stands beside the dialog. */
export function useAskBeforeClose(
  isDirty: () => boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const [asks, setAsks] = useState(false);
  const question = <LeaveDialog open={asks} onStay={() => setAsks(false)} onDiscard={onClose} />;
  return { close: () => (isDirty() ? setAsks(true) : onClose()), question };
}
