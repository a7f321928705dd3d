// Lets the browser show the page as it came, "Loading…" and all, before the application takes the thread for itself.
// A page that nobody sees yet is not painted, so nothing is waited for.
{
  const { application } = document.currentScript.dataset;
  const again = () => location.reload();
  // A browser keeps to the failure of a script for as long as the page stands, so only a new page gets another.
  const tell = () => {
    const root = document.getElementById('root');
    root.replaceChildren(document.getElementById('unloaded').content.cloneNode(true));
    root.querySelector('button').addEventListener('click', again);
    addEventListener('online', again);
  };
  const start = () => import(application).catch(tell);
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}
