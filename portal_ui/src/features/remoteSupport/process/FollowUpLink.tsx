import BuildIcon from '@mui/icons-material/BuildOutlined';
import PartIcon from '@mui/icons-material/SettingsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useMeta } from '../../../api/meta';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { useProcess } from '../../../core/process/processContext';
import { RouterLink, useLocalizedPath } from '../../../core/routing/links';

const followUps = [
  { page: 'new-repair', labelKey: 'repair', Icon: BuildIcon },
  { page: 'part-request/new', labelKey: 'partRequest', Icon: PartIcon },
] as const;

/** Links to create a follow-up request, for users who may. */
export function FollowUpLink() {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const { record } = useProcess<RemoteSupport>();
  const { pages } = useMeta();
  const open = followUps.filter(({ page }) => pages.some((each) => each.path === page));
  if (open.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, displayPrint: 'none' }}>
      {open.map(({ page, labelKey, Icon }) => (
        <Button
          key={page}
          size="small"
          startIcon={<Icon />}
          component={RouterLink}
          to={path(`${page}?from=${record.id}`)}
        >
          {translate(`remoteSupport.leadOn.${labelKey}`)}
        </Button>
      ))}
    </Box>
  );
}
