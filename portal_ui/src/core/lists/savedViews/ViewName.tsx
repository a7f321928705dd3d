import { useTranslate } from 'ra-core';
import { type SelectedView, useActiveView, useKnownViews } from './useActiveView';

/** Name of the active view, and whether it was changed. */
export default function ViewName(props: SelectedView) {
  const translate = useTranslate();
  const { on, changed } = useActiveView(useKnownViews(props.last), props);
  if (!on) return translate('lists.savedViews.title');
  return translate(changed ? 'lists.savedViews.changed' : 'lists.savedViews.on', { name: on.name });
}
