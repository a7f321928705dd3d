/** Move the focus to the main content, past bar and navigation. react-admin's own takes it away again at once. */
export function focusMain(): void {
  const content = document.getElementById('main-content');
  content?.setAttribute('tabindex', '-1');
  content?.focus({ preventScroll: true });
}
