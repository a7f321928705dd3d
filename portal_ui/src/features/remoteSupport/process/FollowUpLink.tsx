import BuildIcon from '@mui/icons-material/BuildOutlined';
import PartIcon from '@mui/icons-material/SettingsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useMeta } from '../../../api/meta';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { useProcess } from '../../../core/process/processContext';
import { RouterLink, useLocalizedPath } from '../../../core/routing/links';
import { EditWindow } from './EditWindow';

const followUps = [
  { page: 'new-repair', labelKey: 'repair', Icon: BuildIcon },
  { page: 'part-request/new', labelKey: 'partRequest', Icon: PartIcon },
] as const;

/** Banner of all tabs: time left to edit sessions, and follow-up requests. */
export function FollowUpLink() {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const { record } = useProcess<RemoteSupport>();
  const { pages } = useMeta();
  const open = followUps.filter(({ page }) => pages.some((each) => each.path === page));
  return (
    <>
      <EditWindow />
      {open.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '@media print': { display: 'none' } }}>
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
      )}
    </>
  );
}
