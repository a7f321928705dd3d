// Lets the browser show the page as it came, "Loading…" and all, before the application takes the thread for itself;
// and begins the application in parts, lest the page hear nobody until all of it is there.
// A page that nobody sees yet is not painted, so nothing is waited for.
{
  const { parts, early } = document.currentScript.dataset;
  const again = () => location.reload();
  // A browser keeps to the failure of a script for as long as the page stands, so only a new page gets another.
  const tell = () => {
    const root = document.getElementById('root');
    root.replaceChildren(document.getElementById('unloaded').content.cloneNode(true));
    root.querySelector('button').addEventListener('click', again);
    addEventListener('online', again);
  };
  const breath = () => document.hidden || new Promise((resolve) => setTimeout(resolve));
  const start = async () => {
    for (const part of parts.split(' ')) {
      await import(part);
      await breath();
    }
  };
  const begin = () => start().catch(tell);
  if (document.hidden) begin();
  else requestAnimationFrame(() => setTimeout(begin));

  // What the application is going to ask for comes beside it, not once it runs. The address and the cookie are read as
  // src/i18n/language.ts and src/server/session.ts read them; were it otherwise, files would come later, or in vain.
  const [, language, route = ''] = /^#\/([^/?#]+)\/?([^?#]*)/.exec(location.hash) ?? [];
  const isSignedIn = document.cookie.split('; ').includes('portal_logged_in=true');
  for (const [when, name, files] of JSON.parse(early)) {
    const isNeeded = when === 'language' ? name === language : isSignedIn && `${route}/`.startsWith(name);
    if (!isNeeded) continue;
    for (const href of files) {
      const link = { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href };
      document.head.append(Object.assign(document.createElement('link'), link));
    }
  }
}
