import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { RouterLink, usePath } from '../../shared/links';

/** What to do from here; `label` is a key of the catalogue, `text` words as they are. */
export type NextStep = { path: string; label?: string; text?: string };

/** The primary button of a list: what to do next. */
export function NextButton({ next: { path: route, label, text = '' } }: { next: NextStep }) {
  const translate = useTranslate();
  const path = usePath();
  return (
    <Button variant="contained" color="primary" component={RouterLink} to={path(route)}>
      {label ? translate(label) : text}
    </Button>
  );
}
