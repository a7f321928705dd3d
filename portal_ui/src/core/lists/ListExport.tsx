import { useListContext } from 'ra-core';
import { ExportButton } from '../ui/ExportButton';
import { buildExportQuery, toRequestFilter } from './listParams';
import { useListScreen } from './listScreen';
import { getDefaultColumns } from './useColumns';

/** The spreadsheet of the list as it is shown, where it has one. */
export function ListExport() {
  const { resource, columns: shown } = useListScreen();
  const { sort, filterValues, total } = useListContext();
  if (!resource.export) return null;
  // What can be brought in again is exported whole, unless somebody chose its columns.
  const isChosen = shown.map(({ key }) => key).join() !== getDefaultColumns(resource.columns).join();
  const columns = resource.import && !isChosen ? [] : shown;
  // A report is asked for by a body, as its rows are.
  const what = resource.filterRequired
    ? { query: buildExportQuery(sort, {}, resource, columns), body: toRequestFilter(filterValues, resource) }
    : { query: buildExportQuery(sort, filterValues, resource, columns) };
  return <ExportButton path={resource.export} title={resource.title} {...what} disabled={!total} />;
}
