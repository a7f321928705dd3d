import CheckIcon from '@mui/icons-material/Check';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useErrorMessage, useNotifyError } from '../../../server/errorMessage';
import { useSavedViews, useViewCalls } from '../../../server/savedViews';
import type { SavedView, ViewState } from '../../../server/types';
import { ErrorState } from '../../../shared/Empty';
import { useListScreen } from '../listScreen';
import { DeleteViewDialog } from './DeleteViewDialog';
import { type Last, useViewOn } from './useViewOn';
import { ViewDialog } from './ViewDialog';
import { searchOf, standardState } from './viewState';

type Props = Last & { anchor: HTMLElement; onClose: () => void };
type Asked = { what: 'add' | 'edit' | 'delete'; id?: number };

/** The views of the list, one of which may be on, and what can be done with it. */
export default function ViewsMenu({ anchor, onClose, ...props }: Props) {
  const translate = useTranslate();
  const { resource } = useListScreen();
  const message = useErrorMessage();
  const { data: views = [], isPending, error, refetch } = useSavedViews(resource.name);
  const { now, on, changed, standard } = useViewOn(views, props);
  const show = useShowing((view) => {
    props.setLast(view?.id ?? null);
    onClose();
  });
  const [asked, setAsked] = useState<Asked | null>(null);
  const word = (key: string, values = {}) => translate(`lists.savedViews.${key}`, { name: on?.name, ...values });
  const items = [
    <ViewItem key="standard" name={word('standard')} isOn={!on && standard} onClick={() => show(null)} />,
    ...groupOf(
      views.filter(({ isOwn }) => isOwn),
      word('own'),
    ),
    ...groupOf(
      views.filter(({ isOwn }) => !isOwn),
      word('shared'),
    ),
  ];

  function groupOf(group: readonly SavedView[], label: string) {
    if (group.length === 0) return [];
    return [
      <ListSubheader key={label} role="presentation" sx={{ lineHeight: '32px', position: 'static' }}>
        {label}
      </ListSubheader>,
      ...group.map((view) => (
        <ViewItem
          key={view.id}
          name={view.name}
          detail={detailOf(view)}
          isOn={view === on}
          onClick={() => show(view)}
        />
      )),
    ];
  }
  function detailOf(view: SavedView) {
    const told = [
      !view.isOwn && word('by', { name: view.owner }),
      view.isOwn && view.shared && word('isShared'),
      view.isDefault && word('isDefault'),
      view === on && changed && word('isChanged'),
    ];
    return told.filter(Boolean).join(' · ');
  }

  // Its newest version, also after a try that went half-way.
  const view = asked?.id === undefined ? undefined : views.find(({ id }) => id === asked.id);
  if (asked?.what === 'delete' && view) return <DeleteViewDialog {...{ view, onClose }} />;
  if (asked) return <ViewDialog {...{ view, now, onClose }} onSaved={({ id }) => props.setLast(id)} />;
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { sx: { width: 320, maxWidth: 'calc(100% - 32px)' } },
        list: { 'aria-label': word('title'), dense: true },
      }}
    >
      {error && !isPending && views.length === 0 ? (
        <li role="none">
          <ErrorState message={message(error)} onRetry={() => void refetch()} />
        </li>
      ) : (
        items
      )}
      {isPending && <MenuItem disabled>{word('loading')}</MenuItem>}
      <Divider component="li" role="separator" />
      {on?.canEdit && changed && <SaveItem {...{ view: on, now }} label={word('saveChanges')} onClose={onClose} />}
      <MenuItem onClick={() => setAsked({ what: 'add' })}>{word('saveAs')}</MenuItem>
      {on && <DefaultItem view={on} label={word(on.isDefault ? 'opensNoMore' : 'opens')} onClose={onClose} />}
      {on?.canEdit && <MenuItem onClick={() => setAsked({ what: 'edit', id: on.id })}>{word('edit')}</MenuItem>}
      {on?.canEdit && (
        <MenuItem onClick={() => setAsked({ what: 'delete', id: on.id })} sx={{ color: 'error.main' }}>
          {word('delete')}
        </MenuItem>
      )}
    </Menu>
  );
}

/** Puts the list into a view, or into the state that it is declared in. */
function useShowing(onShown: (view: SavedView | null) => void) {
  const { resource } = useListScreen();
  const { search } = useLocation();
  const navigate = useNavigate();
  return (view: SavedView | null) => {
    onShown(view);
    void navigate({ search: searchOf(view?.state ?? standardState, resource, search) }, { flushSync: true });
  };
}

type ItemProps = { name: string; detail?: string; isOn: boolean; onClick: () => void };

function ViewItem({ name, detail, isOn, ...item }: ItemProps) {
  return (
    <MenuItem role="menuitemradio" aria-checked={isOn} selected={isOn} {...item}>
      <ListItemIcon sx={{ visibility: isOn ? 'visible' : 'hidden' }}>
        <CheckIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText primary={name} secondary={detail} slotProps={{ primary: { noWrap: true, title: name } }} />
    </MenuItem>
  );
}

type ActionProps = { view: SavedView; label: string; onClose: () => void };

/** Keeps what the list shows now in the view that it was changed from. */
function SaveItem({ view, now, label, onClose }: ActionProps & { now: ViewState }) {
  const { name } = useListScreen().resource;
  const { change } = useViewCalls(name);
  const tell = useTold('lists.savedViews.saved', view, onClose);
  return <MenuItem onClick={() => tell(change(view, { ...view, state: now }))}>{label}</MenuItem>;
}

/** Lets the list open with a view, or no longer. */
function DefaultItem({ view, label, onClose }: ActionProps) {
  const { name } = useListScreen().resource;
  const { openWith } = useViewCalls(name);
  const said = view.isDefault ? 'lists.savedViews.opensNoMoreDone' : 'lists.savedViews.opensDone';
  const tell = useTold(said, view, onClose);
  return <MenuItem onClick={() => tell(openWith(view, !view.isDefault))}>{label}</MenuItem>;
}

/** Closes the menu, and says what became of a call. */
function useTold(said: string, { name }: SavedView, onClose: () => void) {
  const notify = useNotify();
  const notifyError = useNotifyError();
  return (sent: Promise<unknown>) => {
    onClose();
    sent.then(() => notify(said, { type: 'success', messageArgs: { name } }), notifyError);
  };
}
