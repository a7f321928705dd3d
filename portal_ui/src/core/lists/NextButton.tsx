import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { RouterLink, useLocalizedPath } from '../routing/links';
import { useListScreen } from './listScreen';

/** The primary button of a list: what to do next, where there is anything. */
export function NextButton() {
  const path = useLocalizedPath();
  const { next } = useListScreen();
  if (!next) return null;
  return (
    <Button variant="contained" color="primary" startIcon={<AddIcon />} component={RouterLink} to={path(next.path)}>
      {next.text}
    </Button>
  );
}
