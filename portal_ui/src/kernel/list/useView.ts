import { useSearchParams } from 'react-router';
import type { ListView } from './ListViews';

/** Which of a list's views is shown, kept in the address; none: its rows. */
export function useView(views: readonly ListView[] = []): [ListView | undefined, (key: string) => void] {
  const [params, setParams] = useSearchParams();
  const choose = (key: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (views.some((view) => view.key === key)) next.set('view', key);
      else next.delete('view');
      return next;
    });
  return [views.find(({ key }) => key === params.get('view')), choose];
}
