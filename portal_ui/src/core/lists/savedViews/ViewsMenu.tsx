import CheckIcon from '@mui/icons-material/Check';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { getChoiceName, useMeta } from '../../../api/meta';
import { useSavedViews, useViewMutations } from '../../../api/savedViews';
import type { SavedView, ViewState } from '../../../api/types';
import { useCloseOnBack } from '../../routing/useCloseOnBack';
import { useSetSearch } from '../../routing/useSetSearch';
import { ErrorState } from '../../ui/EmptyState';
import { useNotifyError } from '../../ui/errorMessage';
import { useListScreen } from '../listScreen';
import { DeleteViewDialog } from './DeleteViewDialog';
import { type SelectedView, useActiveView } from './useActiveView';
import { ViewDialog } from './ViewDialog';
import { DEFAULT_STATE, toSearch } from './viewState';

const actionHeight = 40;

type Props = SelectedView & { anchor: HTMLElement; onClose: () => void };
type OpenDialog = { type: 'add' | 'edit' | 'delete'; id?: number };

/** Menu of the saved views of a list, with the actions on the active one. */
export default function ViewsMenu({ anchor, onClose, ...props }: Props) {
  useCloseOnBack(onClose);
  const translate = useTranslate();
  const { resource } = useListScreen();
  const { role, choices } = useMeta();
  const { data: views = [], isPending, error, refetch } = useSavedViews(resource.name);
  const { currentState, on, changed, standard } = useActiveView(views, props);
  const show = useApplyView((view) => {
    props.setLast(view?.id ?? null);
    onClose();
  });
  const calls = useViewActions(onClose);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const t = (key: string, values = {}) => translate(`lists.savedViews.${key}`, { name: on?.name, ...values });
  const items = [
    <ViewItem key="standard" name={t('standard')} selected={!on && standard} onClick={() => show(null)} />,
    ...renderGroup(
      views.filter(({ isOwn }) => isOwn),
      t('own'),
    ),
    ...renderGroup(
      views.filter(({ isOwn }) => !isOwn),
      t('shared'),
    ),
  ];

  function renderGroup(group: readonly SavedView[], label: string) {
    if (group.length === 0) return [];
    return [
      <ListSubheader key={label} role="presentation" sx={{ lineHeight: '32px', position: 'static' }}>
        {label}
      </ListSubheader>,
      ...group.map((view) => (
        <ViewItem
          key={view.id}
          name={view.name}
          detail={getDetail(view)}
          selected={view === on}
          onClick={() => show(view)}
        />
      )),
    ];
  }
  function getDetail(view: SavedView) {
    const details = [
      !view.isOwn && t('by', { name: view.owner }),
      view.role !== null && view.role !== role && getChoiceName(choices.roles, view.role),
      view.isOwn && view.shared && t('isShared'),
      view.isDefault && t('isDefault'),
      view === on && changed && t('isChanged'),
    ];
    return details.filter(Boolean).join(' · ');
  }

  const actions: Action[] = [
    ...(on?.canEdit && changed ? [{ text: t('saveChanges'), onClick: () => calls.save(on, currentState) }] : []),
    { text: t('saveAs'), onClick: () => setOpenDialog({ type: 'add' }) },
    ...(on ? [{ text: t(on.isDefault ? 'opensNoMore' : 'opens'), onClick: () => calls.openWith(on) }] : []),
    ...(on?.canEdit
      ? [
          { text: t('edit'), onClick: () => setOpenDialog({ type: 'edit', id: on.id }) },
          { text: t('delete'), onClick: () => setOpenDialog({ type: 'delete', id: on.id }), danger: true },
        ]
      : []),
  ];

  // Latest version of the view, also after a partly failed save.
  const view = openDialog?.id === undefined ? undefined : views.find(({ id }) => id === openDialog.id);
  if (openDialog?.type === 'delete' && view) return <DeleteViewDialog {...{ view, onClose }} />;
  if (openDialog) return <ViewDialog {...{ view, currentState, onClose }} onSaved={({ id }) => props.setLast(id)} />;
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { sx: { width: 320, maxWidth: 'calc(100% - 32px)' } },
        list: { 'aria-label': t('title'), dense: true },
      }}
    >
      {error && !isPending && views.length === 0 ? (
        <li role="none">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </li>
      ) : (
        items
      )}
      {isPending && <MenuItem disabled>{t('loading')}</MenuItem>}
      <Divider
        component="li"
        role="separator"
        sx={{ '&&': { marginBottom: 0 }, position: 'sticky', bottom: actions.length * actionHeight }}
      />
      {actions.map((action, index) => (
        <ActionItem key={action.text} {...action} after={actions.length - 1 - index} />
      ))}
    </Menu>
  );
}

/** Return a callback that applies a view, or the declared state for null. */
function useApplyView(onApply: (view: SavedView | null) => void) {
  const { resource } = useListScreen();
  const setSearch = useSetSearch();
  return (view: SavedView | null) => {
    onApply(view);
    setSearch((before) => toSearch(view?.state ?? DEFAULT_STATE, resource, before));
  };
}

type ItemProps = { name: string; detail?: string; selected: boolean; onClick: () => void };

function ViewItem({ name, detail, ...item }: ItemProps) {
  const { selected } = item;
  return (
    <MenuItem role="menuitemradio" aria-checked={selected} {...item}>
      <ListItemIcon sx={{ visibility: selected ? 'visible' : 'hidden' }}>
        <CheckIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText primary={name} secondary={detail} slotProps={{ primary: { noWrap: true, title: name } }} />
    </MenuItem>
  );
}

type Action = { text: string; onClick: () => void; danger?: boolean };

/** Action of the menu, sticky at the bottom below any number of views. */
function ActionItem({ text, onClick, danger = false, after, ...item }: Action & { after: number }) {
  return (
    <MenuItem
      {...item}
      onClick={onClick}
      sx={{
        position: 'sticky',
        bottom: after * actionHeight,
        zIndex: 1,
        height: actionHeight,
        '&&': { minHeight: actionHeight },
        ...(danger && { color: 'error.main' }),
        backgroundColor: 'background.paper',
        '&:hover, &.Mui-focusVisible': { backgroundColor: 'portal.recessed' },
      }}
    >
      {text}
    </MenuItem>
  );
}

/** Return mutations without a dialog; each closes the menu and shows the result. */
function useViewActions(onClose: () => void) {
  const { name } = useListScreen().resource;
  const { change, openWith } = useViewMutations(name);
  const notify = useNotify();
  const notifyError = useNotifyError();
  const notifyResult = (sent: Promise<unknown>, messageKey: string, view: SavedView) => {
    onClose();
    const messageArgs = { name: view.name };
    sent.then(() => notify(`lists.savedViews.${messageKey}`, { type: 'success', messageArgs }), notifyError);
  };
  return {
    save: (view: SavedView, state: ViewState) => notifyResult(change(view, { ...view, state }), 'saved', view),
    openWith: (view: SavedView) =>
      notifyResult(openWith(view, !view.isDefault), view.isDefault ? 'opensNoMoreDone' : 'opensDone', view),
  };
}
