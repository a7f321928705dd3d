import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import IconButton from '@mui/material/IconButton';
import type { SxProps } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { RouterLink, useLocalizedPath } from './links';
import { useParentList } from './parentList';

/** Arrow before the title of a record, to its list as last viewed, else to `list`. */
export function BackToListButton({ list, label, sx }: { list: string; label?: string; sx?: SxProps }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  return (
    <IconButton
      component={RouterLink}
      to={path(useParentList()?.to ?? list)}
      aria-label={label ?? translate('form.backToList')}
      size="small"
      sx={{ marginInlineStart: -1, displayPrint: 'none', ...sx }}
    >
      <ArrowBackIcon />
    </IconButton>
  );
}
