import { useListContext } from 'ra-core';
import { ExportButton } from './ExportButton';
import { exportQuery, requestFilter } from './listParams';
import { useListScreen } from './listScreen';

/** The spreadsheet of the list as it is shown, where it has one. */
export function ListExport() {
  const { resource } = useListScreen();
  const { sort, filterValues, total } = useListContext();
  if (!resource.export) return null;
  // A report is asked for by a body, as its rows are.
  const what = resource.filterRequired
    ? { query: { sort: `${sort.field},${sort.order}` }, body: requestFilter(filterValues, resource) }
    : { query: exportQuery(sort, filterValues, resource) };
  return <ExportButton path={resource.export} {...what} disabled={!total} />;
}
