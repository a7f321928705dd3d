/** What index.html shows too, until there is more; in both languages, since no words have come yet. */
export function LoadingScreen() {
  return (
    <div className="start" role="status">
      <img src="/icon.svg" alt="" width="40" height="40" />
      <p>
        Loading… <span lang="es">Cargando…</span>
      </p>
    </div>
  );
}
