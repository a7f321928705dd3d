import type { KeyboardEvent } from 'react';

/** Ctrl+Enter or Cmd+Enter submits a dialog's form, also from a field of several lines. */
export const onSubmitKey =
  (submit: () => unknown) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
