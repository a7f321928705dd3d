import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { RouterLink, useLocalizedPath } from '../routing/links';
import { useListScreen } from './listScreen';

/** Primary button of a list, such as "Add"; nothing if the role has none. */
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
