/** Error page if not even the messages could be loaded; index.html has the same if not even this could be. */
export function FatalError() {
  return (
    <div className="start" role="alert">
      <div>
        <p lang="en">The portal could not be loaded. Check the connection.</p>
        <p lang="es">No se pudo cargar el portal. Compruebe la conexión.</p>
        <button type="button" onClick={() => location.reload()}>
          Reload / Recargar
        </button>
      </div>
    </div>
  );
}
