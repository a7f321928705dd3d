// Show an error if the application has failed to load. main.tsx removes the template as soon as it runs. The load event
// waits for this script and for the application. Browsers cache a failed script until the page is reloaded.
addEventListener('load', () => {
  const template = document.querySelector('#unloaded');
  if (!template) return;
  const root = document.querySelector('#root');
  root.replaceChildren(template.content.cloneNode(true));
  root.querySelector('button').addEventListener('click', () => location.reload());
  addEventListener('online', () => location.reload());
});

// The button of the loading screen, which otherwise reloads only once: its form submits to the same address.
addEventListener('submit', (event) => {
  if (!event.target.matches('.late')) return;
  event.preventDefault();
  location.reload();
});
