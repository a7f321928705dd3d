/** Puts the focus on what the page is about, past bar and navigation. react-admin's own takes it away again at once. */
export function focusMain(): void {
  const content = document.getElementById('main-content');
  content?.setAttribute('tabindex', '-1');
  content?.focus({ preventScroll: true });
}
