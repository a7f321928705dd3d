import { createContext, useContext } from 'react';

const OpenFeedbackContext = createContext<() => void>(() => {});
export const OpenFeedbackProvider = OpenFeedbackContext.Provider;

/** Opens the layout's feedback dialog. */
export function useOpenFeedback(): () => void {
  return useContext(OpenFeedbackContext);
}
