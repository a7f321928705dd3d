import Button, { type ButtonProps } from '@mui/material/Button';
import { useListContext, useNotify, useRefresh, useTranslate, useUpdateMany } from 'ra-core';
import { BulkActionsToolbar, BulkDeleteButton } from 'react-admin';
import type { ResourceMeta } from '../../api/types';
import { useNotifyError } from '../ui/errorMessage';
import { UndoAction } from '../ui/UndoAction';
import { useListScreen } from './listScreen';

/** Toolbar of the bulk actions that the server declares. */
export default function BulkActions() {
  const { resource } = useListScreen();
  return (
    <BulkActionsToolbar selectAllButton={<SelectAllButton />}>
      {resource.bulkActions.map((action) =>
        action.values ? (
          <UpdateButton key={action.key} action={action} />
        ) : (
          <BulkDeleteButton key={action.key} label={action.label} mutationMode="pessimistic" />
        ),
      )}
    </BulkActionsToolbar>
  );
}

/** Bulk action button with text. On phones, react-admin's shows only an icon, which opposite actions would share. */
const BulkMessages = (props: ButtonProps) => <Button size="small" variant="text" {...props} />;

type Values = Record<string, unknown>;

/** Return the values that undo an update; null if not all values are booleans. */
function getUndoValues(values: Values): Record<string, boolean> | null {
  const entries = Object.entries(values);
  if (!entries.every((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')) return null;
  return Object.fromEntries(entries.map(([key, value]) => [key, !value]));
}

/** Button that updates the selected rows; boolean values can be undone. */
function UpdateButton({ action }: { action: ResourceMeta['bulkActions'][number] }) {
  const notifyError = useNotifyError();
  const notify = useNotify();
  const refresh = useRefresh();
  const { resource, data: rows = [], selectedIds = [], onUnselectItems } = useListContext();
  const onError = (error: unknown) => {
    notifyError(error);
    refresh();
  };
  const [write, { isPending }] = useUpdateMany(resource, undefined, { onError });
  const values: Values = action.values ?? {};

  /** Return the IDs of rows that the update changes. Null if unknown: a row is on another page. */
  const getChangedIds = () => {
    const chosen = rows.filter(({ id }) => selectedIds.includes(id));
    if (chosen.length < selectedIds.length) return null;
    const isChanged = (row: Values) => Object.entries(values).some(([key, value]) => row[key] !== value);
    return chosen.filter(isChanged).map(({ id }) => id);
  };
  const run = () => {
    const data = getUndoValues(values);
    const ids = getChangedIds();
    const undo = data && ids?.length ? () => void write(resource, { ids, data }, { onError }) : null;
    const onSuccess = () => {
      notify('ra.notification.updated', {
        type: 'info',
        messageArgs: { smart_count: selectedIds.length },
        ...(undo && { action: <UndoAction onUndo={undo} /> }),
      });
      onUnselectItems();
    };
    void write(resource, { ids: selectedIds, data: values }, { onSuccess, onError });
  };
  return (
    <BulkMessages color={action.tone === 'danger' ? 'error' : 'inherit'} disabled={isPending} onClick={run}>
      {action.label}
    </BulkMessages>
  );
}

/** Default limit of "Select all" in react-admin. */
const MAX_SELECTED = 250;

/** Button to select the rows of all pages, once the whole page is selected. */
function SelectAllButton() {
  const { data = [], total, selectedIds = [], onSelectAll } = useListContext();
  const translate = useTranslate();
  const isPageSelected = data.every(({ id }) => selectedIds.includes(id));
  if (!isPageSelected || total === selectedIds.length || selectedIds.length >= MAX_SELECTED) return null;
  return (
    <BulkMessages onClick={() => onSelectAll({ limit: MAX_SELECTED })}>
      {translate('ra.action.select_all_button')}
    </BulkMessages>
  );
}
