import { useTranslate } from 'ra-core';
import { type SelectedView, useActiveView, useKnownViews } from './useActiveView';

/** Which view the list shows, in words. */
export default function ViewName(props: SelectedView) {
  const translate = useTranslate();
  const { on, changed } = useActiveView(useKnownViews(props.last), props);
  if (!on) return translate('lists.savedViews.title');
  return translate(changed ? 'lists.savedViews.changed' : 'lists.savedViews.on', { name: on.name });
}
