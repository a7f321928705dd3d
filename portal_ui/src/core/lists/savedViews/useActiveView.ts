import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useMeta } from '../../../api/meta';
import { useSavedViews } from '../../../api/savedViews';
import type { DefaultView } from '../../../api/types';
import { useListScreen } from '../listScreen';
import { DEFAULT_STATE, isSameState, parseState } from './viewState';

export type SelectedView = { last: number | null; setLast: (id: number | null) => void };

/**
 * Return the active view, and whether the list was changed since. Among views that match the list, the last selected
 * one wins; if none matches, the last selected view is active but changed. The declared state of the list is no view.
 */
export function useActiveView<V extends DefaultView>(views: readonly V[], { last, setLast }: SelectedView) {
  const { resource } = useListScreen();
  const { search } = useLocation();
  const currentState = parseState(search, resource);
  const matching = views.filter(({ state }) => isSameState(state, currentState, resource));
  const view = views.find(({ id }) => id === last);
  const standard = isSameState(DEFAULT_STATE, currentState, resource);
  const on = matching.find(({ id }) => id === last) ?? matching[0] ?? (standard ? undefined : view);
  const known = on?.id ?? null;
  const isKnown = views.length > 0;
  useEffect(() => {
    if (isKnown && known !== last) setLast(known);
  }, [isKnown, known, last, setLast]);
  return { currentState, standard, on, changed: on !== undefined && !matching.includes(on) };
}

/** Return the views that may be active; fetch them only if metadata is not enough. */
export function useKnownViews(last: number | null): readonly DefaultView[] {
  const { name } = useListScreen().resource;
  const standard = useMeta().defaultViews[name];
  const isFetchNeeded = last !== null && last !== standard?.id;
  const { data } = useSavedViews(name, isFetchNeeded);
  return data ?? (standard && !isFetchNeeded ? [standard] : []);
}
