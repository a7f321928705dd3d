import InboxIcon from '@mui/icons-material/InboxOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useListContext, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useErrorMessage } from '../../server/errorMessage';
import { Empty, ErrorState } from '../../shared/Empty';
import { Loading } from '../../shared/Skeletons';
import { ListCards } from './ListCards';
import { CardSkeletons, RowSkeletons } from './ListSkeleton';
import { ListTable } from './ListTable';
import { isFiltered } from './listParams';
import { useListScreen } from './listScreen';
import { NextButton, type NextStep } from './NextButton';
import { RefreshNotice } from './RefreshNotice';

type Props = {
  /** What an empty list offers to do. */
  next?: NextStep | undefined;
  /** In place of the usual words of an empty list. */
  empty?: ReactNode;
};

/** The rows of the ListContext as a table, or as cards on a phone; or why there are none. */
export function ListBody({ next, empty }: Props) {
  const { data, error, refetch } = useListContext();
  const message = useErrorMessage();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  if (!data) {
    if (error) return <ErrorState message={message(error)} onRetry={() => refetch()} />;
    return <Loading>{phone ? <CardSkeletons /> : <RowSkeletons />}</Loading>;
  }
  return (
    <>
      {error && <RefreshNotice message={message(error)} onRetry={() => refetch()} />}
      {data.length === 0 ? (empty ?? <NoRows next={next} />) : phone ? <ListCards /> : <ListTable />}
    </>
  );
}

function NoRows({ next }: { next?: NextStep | undefined }) {
  const translate = useTranslate();
  const { resource } = useListScreen();
  const { filterValues, setFilters } = useListContext();
  if (isFiltered(filterValues)) {
    return (
      <Empty
        role="status"
        icon={SearchOffIcon}
        title={translate('lists.noMatch.title')}
        action={<Button onClick={() => setFilters({})}>{translate('lists.noMatch.action')}</Button>}
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
