// Lets the browser show the page as it came, "Loading…" and all, before the application takes the thread for itself.
// A page that nobody sees yet is not painted, so nothing is waited for.
{
  const { application } = document.currentScript.dataset;
  const start = () => import(application);
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}
