import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { RouterLink, useLocalizedPath } from './links';
import { useParentList } from './parentList';

/** Back link (breadcrumb) from a record to its list as last viewed, else to `list`. */
export function ParentListLink({ list }: { list: string }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  return (
    <Button component={RouterLink} to={path(useParentList()?.to ?? list)} startIcon={<ArrowBackIcon />}>
      {translate('form.backToList')}
    </Button>
  );
}
