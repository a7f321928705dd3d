import { useTranslate } from 'ra-core';
import { type Last, useKnownViews, useViewOn } from './useActiveView';

/** Which view the list shows, in words. */
export default function ViewName(props: Last) {
  const translate = useTranslate();
  const { on, changed } = useViewOn(useKnownViews(props.last), props);
  if (!on) return translate('lists.savedViews.title');
  return translate(changed ? 'lists.savedViews.changed' : 'lists.savedViews.on', { name: on.name });
}
