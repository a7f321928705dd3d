/** Move the focus to the main content. react-admin's skipToContent blurs it again. */
export function focusMain(): void {
  const content = document.getElementById('main-content');
  content?.setAttribute('tabindex', '-1');
  content?.focus({ preventScroll: true });
}
