import { useListContext } from 'ra-core';
import { ExportButton } from '../ui/ExportButton';
import { exportQuery, requestFilter } from './listParams';
import { useListScreen } from './listScreen';
import { defaultColumns } from './useColumns';

/** The spreadsheet of the list as it is shown, where it has one. */
export function ListExport() {
  const { resource, columns: shown } = useListScreen();
  const { sort, filterValues, total } = useListContext();
  if (!resource.export) return null;
  // What can be brought in again is exported whole, unless somebody chose its columns.
  const isChosen = shown.map(({ key }) => key).join() !== defaultColumns(resource.columns).join();
  const columns = resource.import && !isChosen ? [] : shown;
  // A report is asked for by a body, as its rows are.
  const what = resource.filterRequired
    ? { query: exportQuery(sort, {}, resource, columns), body: requestFilter(filterValues, resource) }
    : { query: exportQuery(sort, filterValues, resource, columns) };
  return <ExportButton path={resource.export} title={resource.title} {...what} disabled={!total} />;
}
