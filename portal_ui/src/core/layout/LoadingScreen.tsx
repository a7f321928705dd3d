/** Loading screen, as in index.html. Bilingual, since no translations are loaded yet. */
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
