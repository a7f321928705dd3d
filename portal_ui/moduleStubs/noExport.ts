/** Stub of react-admin's client-side export, as the server creates spreadsheets. */
export default function noExport(): never {
  throw new Error('Lists are exported by the server.');
}
