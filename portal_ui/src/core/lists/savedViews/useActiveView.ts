import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useMeta } from '../../../api/meta';
import { useSavedViews } from '../../../api/savedViews';
import type { DefaultView } from '../../../api/types';
import { useListScreen } from '../listScreen';
import { DEFAULT_STATE, isSameState, parseState } from './viewState';

export type SelectedView = { last: number | null; setLast: (id: number | null) => void };

/**
 * Which view the list shows, and whether it was changed since: the one that one is in, where it shows just that or
 * was changed from there, else any that shows just that. The list as it is declared is no view.
 */
export function useActiveView<V extends DefaultView>(views: readonly V[], { last, setLast }: SelectedView) {
  const { resource } = useListScreen();
  const { search } = useLocation();
  const now = parseState(search, resource);
  const shown = views.filter(({ state }) => isSameState(state, now, resource));
  const view = views.find(({ id }) => id === last);
  const standard = isSameState(DEFAULT_STATE, now, resource);
  const on = shown.find(({ id }) => id === last) ?? shown[0] ?? (standard ? undefined : view);
  const known = on?.id ?? null;
  const isKnown = views.length > 0;
  useEffect(() => {
    if (isKnown && known !== last) setLast(known);
  }, [isKnown, known, last, setLast]);
  return { now, standard, on, changed: on !== undefined && !shown.includes(on) };
}

/** The views that are known without asking, or that have to be asked for to say which one the list shows. */
export function useKnownViews(last: number | null): readonly DefaultView[] {
  const { name } = useListScreen().resource;
  const standard = useMeta().defaultViews[name];
  const asks = last !== null && last !== standard?.id;
  const { data } = useSavedViews(name, asks);
  return data ?? (standard && !asks ? [standard] : []);
}
