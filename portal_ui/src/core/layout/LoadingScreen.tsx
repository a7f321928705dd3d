/** Loading screen, as in index.html. Bilingual, since no translations are loaded yet. */
export function LoadingScreen() {
  return (
    <>
      <div className="start" role="status">
        <img alt="" width="40" height="40" src="/icon.svg" />
        <p>
          Loading… <span lang="es">Cargando…</span>
        </p>
      </div>
      {/* Appears after 20 s (base.css). */}
      <form className="late">
        <p lang="en">This is taking longer than usual. Your connection may be slow or lost.</p>
        <p lang="es">Está tardando más de lo habitual. Es posible que la conexión sea lenta o se haya perdido.</p>
        <button type="submit">Reload / Volver a cargar</button>
      </form>
    </>
  );
}
