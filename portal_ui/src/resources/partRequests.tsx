import { lazy, Suspense } from 'react';
import type { Row, RowExtras } from '../kernel/list/rows';
import { TextSkeleton } from '../shared/Skeletons';
import type { ListedItem } from './PartsOfRow';

const PartsOfRow = lazy(() => import('./PartsOfRow'));

const itemsOf = (row: Row): readonly ListedItem[] => (Array.isArray(row.parts) ? row.parts : []);

/** What the list of part requests shows beyond its columns: the parts of each, to open below the row. */
export const partRequestExtras: RowExtras = {
  parts: {
    expand: (row, translate) => {
      const items = itemsOf(row);
      if (items.length === 0) return null;
      const name = String(row.requestId);
      return {
        text: translate('partRequest.list.parts', { smart_count: items.length }),
        label: translate('partRequest.list.show', { smart_count: items.length, name }),
        content: (
          <Suspense fallback={<TextSkeleton lines={items.length} />}>
            <PartsOfRow items={items} name={name} />
          </Suspense>
        ),
      };
    },
  },
};
