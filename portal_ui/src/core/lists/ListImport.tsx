import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { RouterLink, useLocalizedPath } from '../routing/links';
import { useListScreen } from './listScreen';

/** Link to the import page of a list that has an import. */
export function ListImport() {
  const { resource } = useListScreen();
  const translate = useTranslate();
  const path = useLocalizedPath();
  if (!resource.import) return null;
  return (
    <Button component={RouterLink} to={path(`imports/new/${resource.name}`)} startIcon={<UploadIcon />}>
      {translate('lists.import')}
    </Button>
  );
}
