import { createContext, useContext } from 'react';

const OpenFeedbackContext = createContext<() => void>(() => {});
export const OpenFeedbackProvider = OpenFeedbackContext.Provider;

/** Return the callback that opens the feedback dialog of the layout. */
export function useOpenFeedback(): () => void {
  return useContext(OpenFeedbackContext);
}
