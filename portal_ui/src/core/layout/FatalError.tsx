/** Error page if translations fail to load. index.html has the same for failed scripts. */
export function FatalError() {
  return (
    <div className="start" role="alert">
      <div>
        <p lang="en">The portal couldn't be loaded. Check your connection and try again.</p>
        <p lang="es">No se pudo cargar el portal. Revise su conexión e inténtelo de nuevo.</p>
        <button type="button" onClick={() => location.reload()}>
          Reload / Volver a cargar
        </button>
      </div>
    </div>
  );
}
