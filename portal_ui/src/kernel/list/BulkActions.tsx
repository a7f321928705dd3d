import { useListContext } from 'ra-core';
import { BulkActionsToolbar, BulkDeleteButton, BulkUpdateButton } from 'react-admin';
import { useListScreen } from './listScreen';

/** What the server declares may be done to the chosen rows; each can be undone while the notice of it stands. */
export function BulkActions() {
  const { resource } = useListScreen();
  const { selectedIds } = useListContext();
  // Folded away it would still be reached by Tab.
  if (!selectedIds?.length) return null;
  return (
    <BulkActionsToolbar>
      {resource.bulkActions.map(({ key, label, values, tone }) =>
        values ? (
          <BulkUpdateButton
            key={key}
            label={label}
            data={values}
            mutationMode="undoable"
            color={tone === 'danger' ? 'error' : 'inherit'}
          />
        ) : (
          <BulkDeleteButton key={key} label={label} mutationMode="pessimistic" />
        ),
      )}
    </BulkActionsToolbar>
  );
}
