import InboxIcon from '@mui/icons-material/InboxOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Column, ResourceMeta } from '../../server/types';
import { Empty, ErrorState } from '../../shared/Empty';
import { Loading } from '../../shared/Skeletons';
import { ListCard, ListCards } from './ListCards';
import { CardSkeletons, RowSkeletons } from './ListSkeleton';
import { ListRow, ListTable } from './ListTable';
import { isFiltered, type ListState } from './listState';
import { NextButton, type NextStep } from './NextButton';
import type { Row, RowExtras } from './rows';

type Props = {
  resource: ResourceMeta;
  state: ListState;
  cards: boolean;
  rows: readonly Row[] | undefined;
  error: string | undefined;
  busy: boolean;
  sort: ListState['sort'];
  next: NextStep | undefined;
  extras: RowExtras;
  onSort: (sort: ListState['sort']) => void;
  onRetry: () => void;
  onClear: () => void;
};

/** The rows as a table or as cards; or why there are none. */
export function ListBody(props: Props) {
  const { resource, state, cards, rows, error, busy, sort, extras, onSort, onRetry } = props;
  const columns = state.columns.flatMap<Column>((key) => resource.columns.filter((column) => column.key === key));
  if (error !== undefined) return <ErrorState message={error} onRetry={onRetry} />;
  if (rows?.length === 0) return <NoRows {...props} />;
  if (cards) {
    const list = (content: ReactNode) => (
      <ListCards label={resource.title} busy={busy}>
        {content}
      </ListCards>
    );
    if (!rows) return <Loading>{list(<CardSkeletons rows={state.size} />)}</Loading>;
    return list(rows.map((row) => <ListCard key={row.id} {...{ row, resource, columns, extras }} />));
  }
  const table = (content: ReactNode) => <ListTable {...{ resource, columns, sort, onSort, busy }}>{content}</ListTable>;
  if (!rows) return <Loading>{table(<RowSkeletons columns={columns} rows={state.size} />)}</Loading>;
  return table(rows.map((row) => <ListRow key={row.id} {...{ row, resource, columns, extras }} />));
}

function NoRows({ resource, state, next, onClear }: Props) {
  const translate = useTranslate();
  if (isFiltered(state)) {
    return (
      <Empty
        role="status"
        icon={SearchOffIcon}
        title={translate('lists.noMatch.title')}
        action={<Button onClick={onClear}>{translate('lists.noMatch.action')}</Button>}
      >
        {translate('lists.noMatch.text')}
      </Empty>
    );
  }
  return (
    <Empty
      role="status"
      icon={InboxIcon}
      title={translate(`lists.empty.${resource.name}.title`, { _: translate('lists.empty.any.title') })}
      action={next && <NextButton next={next} />}
    >
      {translate(`lists.empty.${resource.name}.text`, { _: translate('lists.empty.any.text') })}
    </Empty>
  );
}
