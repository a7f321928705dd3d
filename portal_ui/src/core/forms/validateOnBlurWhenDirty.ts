import type { FormEvent } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Return handlers that validate dirty fields on blur, and invalid ones on change. Fields that are not dirty are
 * validated on submit only. The handlers are for an element around the fields.
 */
export function validateOnBlurWhenDirty<T extends FieldValues>(form: UseFormReturn<T>) {
  const validate = (event: FormEvent, when: (state: { isDirty: boolean; error?: unknown }) => boolean) => {
    const { name } = event.target as Partial<HTMLInputElement>;
    if (name && when(form.getFieldState(name as FieldPath<T>))) void form.trigger(name as FieldPath<T>);
  };
  return {
    onBlur: (event: FormEvent) => afterPointerUp(() => validate(event, ({ isDirty }) => isDirty)),
    onChange: (event: FormEvent) => validate(event, ({ error }) => error !== undefined),
  };
}

let isPointerDown = false;
for (const [event, isDown] of Object.entries({ pointerdown: true, pointerup: false, pointercancel: false })) {
  document.addEventListener(
    event,
    () => {
      isPointerDown = isDown;
    },
    true,
  );
}

/** Run immediately, or after the current click. An error message during the click could shift the button away. */
function afterPointerUp(run: () => void): void {
  if (!isPointerDown) {
    run();
    return;
  }
  const released = new AbortController();
  const handleRelease = () => {
    released.abort();
    setTimeout(run);
  };
  for (const end of ['pointerup', 'pointercancel'])
    document.addEventListener(end, handleRelease, { signal: released.signal });
}
