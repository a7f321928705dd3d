import HistoryIcon from '@mui/icons-material/History';
import { useListContext, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { useResourceMeta } from '../../api/meta';
import type { ResourceMeta } from '../../api/types';
import { EmbeddedList } from '../lists/EmbeddedList';
import { EmptyState, ErrorState } from '../ui/EmptyState';
import { useProcess } from './processContext';
import { StepPaneHeader } from './StepPane';

/** List of all status changes of the record. */
export default function HistoryPane() {
  const { kind, record, step } = useProcess();
  const translate = useTranslate();
  const declared = useResourceMeta(kind.history.resource);
  const ofKind = record.process.kind;
  // An empty record path: rows show the statuses of this request type, but do not link to a page.
  const resource = useMemo<ResourceMeta | undefined>(
    () => declared && { ...declared, record: { [ofKind]: '' } },
    [declared, ofKind],
  );
  if (!resource) return <ErrorState error={translate('errors.forbidden')} />;
  const empty = (
    <EmptyState icon={HistoryIcon} title={step.label}>
      {translate('process.history.empty')}
    </EmptyState>
  );
  return (
    <EmbeddedList resource={resource} filter={kind.history.filter(record)} empty={empty}>
      <HistoryHeader resource={resource} />
    </EmbeddedList>
  );
}

function HistoryHeader({ resource }: { resource: ResourceMeta }) {
  const { kind, record } = useProcess();
  const { sort, total } = useListContext();
  const cut = kind.history.exported?.(record) ?? kind.history.filter(record);
  const sheet = resource.export
    ? { path: resource.export, query: { ...cut, sort: `${sort.field},${sort.order}` } }
    : undefined;
  return <StepPaneHeader title="process.history.title" empty={!total} sheet={sheet} />;
}
