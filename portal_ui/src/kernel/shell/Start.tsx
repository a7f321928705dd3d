/** What index.html shows too, until there is more. */
export function Start() {
  return (
    <div className="start" role="status">
      <img src="/icon.svg" alt="" width="40" height="40" />
    </div>
  );
}
