/** Spreadsheets are written by the server: no list has react-admin's own export, which would bring this to every page. */
export default function noExport(): never {
  throw new Error('Lists are exported by the server.');
}
