import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import { useExpanded, useRecordContext, useResourceContext } from 'ra-core';
import type { Expansion } from './rows';

/** The id of what a row opens, as DataTable gives it. */
export function expansionId(resource: string | undefined, id: number | undefined): string {
  return `${resource}-${id}-expand`;
}

/**
 * Opens and closes what a row holds below itself; lies above the row's own link. DataTable's own button cannot be
 * reached by the keyboard.
 */
export function ExpandButton({ expansion }: { expansion: Expansion }) {
  const resource = useResourceContext() ?? '';
  const id = useRecordContext()?.id ?? 0;
  const [open, toggle] = useExpanded(resource, id);
  return (
    <Button
      variant="text"
      size="small"
      aria-expanded={open}
      aria-controls={open ? expansionId(resource, Number(id)) : undefined}
      aria-label={expansion.label}
      onClick={toggle}
      endIcon={<ExpandMoreIcon sx={{ transition: 'transform 120ms', transform: open ? 'rotate(180deg)' : 'none' }} />}
      sx={{ position: 'relative', zIndex: 1, marginInline: -1, whiteSpace: 'nowrap' }}
    >
      {expansion.text}
    </Button>
  );
}
