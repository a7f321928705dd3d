import BuildIcon from '@mui/icons-material/BuildOutlined';
import PartIcon from '@mui/icons-material/Inventory2Outlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useMeta } from '../../../api/meta';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { useProcess } from '../../../core/process/processContext';
import { RouterLink, useLocalizedPath } from '../../../core/routing/links';

const followUps = [
  { page: 'new-repair', labelKey: 'repair', Icon: BuildIcon },
  { page: 'part-request/new', labelKey: 'partRequest', Icon: PartIcon },
] as const;

/** Return links to create a follow-up request, for users who may. */
export function useFollowUpLinks(): ReactNode {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const { record } = useProcess<RemoteSupport>();
  const { pages } = useMeta();
  const open = followUps.filter(({ page }) => pages.some((each) => each.path === page));
  if (open.length === 0) return null;
  return open.map(({ page, labelKey, Icon }) => (
    <Button
      key={page}
      variant="text"
      startIcon={<Icon />}
      component={RouterLink}
      to={path(`${page}?from=${record.id}`)}
    >
      {translate(`remoteSupport.leadOn.${labelKey}`)}
    </Button>
  ));
}
