import InboxIcon from '@mui/icons-material/InboxOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ListContextProvider, type ListControllerResult, useListContext, useTranslate } from 'ra-core';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useMeta } from '../../api/meta';
import { getIcon } from '../layout/icons';
import { EmptyState, ErrorState } from '../ui/EmptyState';
import { useErrorMessage } from '../ui/errorMessage';
import { Loading } from '../ui/Skeletons';
import { useIsNarrow } from '../ui/useIsNarrow';
import { ListCards } from './ListCards';
import { ListTable } from './ListTable';
import { isFiltered } from './listParams';
import { useListScreen } from './listScreen';
import { NextButton } from './NextButton';
import { isRequestList, type Row } from './rows';

/** Rows of the ListContext as a table or cards; skeleton, error and empty state. */
export function ListBody({ empty = <NoRows /> }: { empty?: ReactNode }) {
  const { data, total = 0, error, refetch } = useListContext<Row>();
  const translate = useTranslate();
  const message = useErrorMessage();
  const narrow = useIsNarrow();
  // Deferred, since the first render of the rows would block input on a slow phone.
  const isRendered = useDeferredValue(data !== undefined);
  const rows = useMemo(() => (narrow ? <ListCards /> : <ListTable />), [narrow]);
  // The controller is about to navigate to the last page.
  const isPastLastPage = data?.length === 0 && total > 0;
  if (!data || !isRendered || isPastLastPage) {
    if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
    return (
      <Loading>
        <PlaceholderRows>{rows}</PlaceholderRows>
      </Loading>
    );
  }
  return (
    <>
      {error && (
        // A refetch failed: the rows may be out of date.
        <Alert
          severity="error"
          sx={{ marginInline: 1.5, marginBottom: 1.5 }}
          action={
            <Button variant="text" size="small" onClick={() => refetch()} sx={{ color: 'inherit' }}>
              {translate('shared.tryAgain')}
            </Button>
          }
        >
          {message(error)}
        </Alert>
      )}
      {data.length === 0 ? empty : rows}
    </>
  );
}

const MAX_PLACEHOLDERS = 10;

/**
 * ListContext with placeholder rows (skeletons), at most as many as its rows. It changes with the query of the list,
 * not with its response, which would render all placeholders again just before the rows.
 */
function PlaceholderRows({ children }: { children: ReactNode }) {
  const list = useListContext<Row>();
  const { page, perPage, sort, filterValues } = list;
  const count = Math.min(perPage, MAX_PLACEHOLDERS, list.total ?? MAX_PLACEHOLDERS);
  const query = JSON.stringify([page, perPage, sort, filterValues]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the context does not show
  const placeholderContext = useMemo(() => {
    const data = Array.from({ length: count }, (_, row) => ({ id: -1 - row, isPlaceholder: true }));
    return { ...list, data, total: count, isPending: false, isPlaceholderData: true };
  }, [query, count]);
  return <ListContextProvider value={placeholderContext as ListControllerResult<Row>}>{children}</ListContextProvider>;
}

function NoRows() {
  const translate = useTranslate();
  const { resource } = useListScreen();
  const { filterValues, setFilters } = useListContext();
  const noClients = useMeta().missing?.includes('clients') && isRequestList(resource);
  if (noClients) {
    return (
      <EmptyState role="status" icon={InboxIcon} title={translate('lists.noClients.title')}>
        {translate('lists.noClients.text')}
      </EmptyState>
    );
  }
  if (isFiltered(filterValues)) {
    return (
      <EmptyState
        role="status"
        icon={SearchOffIcon}
        title={translate('lists.noMatch.title')}
        action={<Button onClick={() => setFilters({})}>{translate('lists.noMatch.action')}</Button>}
      >
        {translate(resource.filterRequired ? 'lists.noMatch.report' : 'lists.noMatch.text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      role="status"
      icon={getIcon(resource.icon)}
      title={translate(`lists.empty.${resource.name}.title`, { _: translate('lists.empty.any.title') })}
      action={<NextButton />}
    >
      {translate(`lists.empty.${resource.name}.text`, { _: translate('lists.empty.any.text') })}
    </EmptyState>
  );
}
