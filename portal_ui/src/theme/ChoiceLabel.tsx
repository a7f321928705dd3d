import type { ComponentPropsWithRef, Ref } from 'react';

type Props = ComponentPropsWithRef<'label'> & {
  /** Removed in MUI 9, but react-admin still passes it to register the input. */
  inputRef?: Ref<HTMLInputElement>;
};

/** Label of a checkbox or switch with a ref to the input, for focus on an error. */
export function ChoiceLabel({ inputRef, ...props }: Props) {
  const setInputRef = (label: HTMLLabelElement | null) => {
    const box = label?.querySelector('input') ?? null;
    if (typeof inputRef === 'function') return inputRef(box);
    if (inputRef) inputRef.current = box;
  };
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is one of its children
  return <label {...props} ref={setInputRef} />;
}
