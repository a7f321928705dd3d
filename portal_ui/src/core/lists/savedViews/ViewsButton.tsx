import BookmarksIcon from '@mui/icons-material/BookmarksOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useMeta } from '../../../api/meta';
import { readSession } from '../../../api/session';
import { tabStorage } from '../../../api/storage';
import { LazyDialog } from '../../ui/LazyDialog';
import { lazyPart } from '../../ui/lazyPart';
import { useAnchor } from '../../ui/useAnchor';
import { useIsNarrow } from '../../ui/useIsNarrow';
import { useListScreen } from '../listScreen';

const loadViewsMenu = () => import('./ViewsMenu');
/** Button label. A failed load shows the title: a button cannot contain a retry button. */
const ViewName = lazyPart(() => import('./ViewName'), { fallback: <ViewsTitle />, onFailure: () => <ViewsTitle /> });

function ViewsTitle() {
  return useTranslate()('lists.savedViews.title');
}

/** Button of the views menu, with the active view. Chunks load only if needed. */
export function ViewsButton() {
  const { name } = useListScreen().resource;
  const isDefault = name in useMeta().defaultViews;
  const [last, setLast] = useSelectedViewId(name);
  const { trigger, popup, close } = useAnchor('menu');
  const narrow = useIsNarrow();
  const text = isDefault || last !== null ? <ViewName {...{ last, setLast }} /> : <ViewsTitle />;
  return (
    <>
      {narrow ? (
        <IconButton {...trigger} sx={{ minWidth: 44 }}>
          <BookmarksIcon color={last === null ? 'inherit' : 'primary'} />
          <Box component="span" sx={visuallyHidden}>
            {text}
          </Box>
        </IconButton>
      ) : (
        <Button startIcon={<BookmarksIcon />} {...trigger}>
          <Box
            component="span"
            sx={{ maxWidth: 220, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            {text}
          </Box>
        </Button>
      )}
      {popup.anchorEl && (
        <LazyDialog load={loadViewsMenu} {...{ last, setLast }} anchor={popup.anchorEl} onClose={close} />
      )}
    </>
  );
}

const buildStorageKey = (list: string) => `portal_view:${readSession().session?.identification}:${list}`;

/**
 * Return the ID of the view selected in this tab, and its setter. The ID is stored with the query string and applies
 * only while the URL has that query string: a link to another state ends it.
 */
function useSelectedViewId(list: string) {
  const { search } = useLocation();
  const [last, setLast] = useState(() => {
    try {
      const [id, at] = JSON.parse(tabStorage.getItem(buildStorageKey(list)) ?? '[]');
      return typeof id === 'number' && at === search ? id : null;
    } catch {
      return null;
    }
  });
  useEffect(() => {
    if (last === null) tabStorage.removeItem(buildStorageKey(list));
    else tabStorage.setItem(buildStorageKey(list), JSON.stringify([last, search]));
  }, [list, last, search]);
  return [last, setLast] as const;
}
