import type { ComponentPropsWithRef, Ref } from 'react';

type Props = ComponentPropsWithRef<'label'> & {
  /** MUI 9 knows it no longer, react-admin still hands the form the box by it. */
  inputRef?: Ref<HTMLInputElement>;
};

/** The label around a box or a switch, which the form focuses where it is wrong. */
export function ChoiceLabel({ inputRef, ...props }: Props) {
  const tell = (label: HTMLLabelElement | null) => {
    const box = label?.querySelector('input') ?? null;
    if (typeof inputRef === 'function') return inputRef(box);
    if (inputRef) inputRef.current = box;
  };
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among its children
  return <label {...props} ref={tell} />;
}
