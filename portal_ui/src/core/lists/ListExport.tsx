import { useListContext } from 'ra-core';
import { ExportButton } from '../ui/ExportButton';
import { buildExportQuery, toRequestFilter } from './listParams';
import { useListScreen } from './listScreen';
import { getDefaultColumns } from './useColumns';

/** Export button of a list that has an export; exports the list as shown. */
export function ListExport() {
  const { resource, columns: visibleColumns } = useListScreen();
  const { sort, filterValues, total } = useListContext();
  if (!resource.export) return null;
  // An importable list is exported with all columns, unless the user selected columns.
  const isChosen = visibleColumns.map(({ key }) => key).join() !== getDefaultColumns(resource.columns).join();
  const columns = resource.import && !isChosen ? [] : visibleColumns;
  // A report takes its filter in the request body, like its rows.
  const exportOptions = resource.filterRequired
    ? { query: buildExportQuery(sort, {}, resource, columns), body: toRequestFilter(filterValues, resource) }
    : { query: buildExportQuery(sort, filterValues, resource, columns) };
  return <ExportButton path={resource.export} title={resource.title} {...exportOptions} disabled={!total} />;
}
