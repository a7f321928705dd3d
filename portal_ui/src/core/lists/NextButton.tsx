import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { RouterLink, useLocalizedPath } from '../routing/links';
import { useListScreen } from './listScreen';

/** Button that adds to the list; short on phones, solid if the only primary one. */
export function NextButton({ isPrimary = false }: { isPrimary?: boolean }) {
  const path = useLocalizedPath();
  const translate = useTranslate();
  const { next } = useListScreen();
  // Only on phones is the primary button of the navigation, "New request", hidden.
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  if (!next) return null;
  return (
    <Button
      {...(isPrimary && (isPhone || !next.isRequest) && { variant: 'contained', color: 'primary' })}
      startIcon={<AddIcon />}
      component={RouterLink}
      to={path(next.path)}
      {...(isPhone && { 'aria-label': next.text })}
    >
      {isPhone ? translate(next.isRequest ? 'lists.new' : 'lists.add') : next.text}
    </Button>
  );
}
