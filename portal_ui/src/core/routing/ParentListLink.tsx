import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { RouterLink, usePath } from './links';
import { useListBehind } from './parentList';

/** The way back from the page of a record, to its list as it was looked at last; from a new one to the list's address. */
export function BackToList({ list }: { list: string }) {
  const translate = useTranslate();
  const path = usePath();
  return (
    <Button component={RouterLink} to={path(useListBehind()?.to ?? list)} startIcon={<ArrowBackIcon />}>
      {translate('form.backToList')}
    </Button>
  );
}
