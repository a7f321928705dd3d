import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import { useExpanded, useTranslate } from 'ra-core';
import { useListScreen } from './listScreen';
import { useListRow } from './RowLinks';

/** Expandable row: what it contains, and whether it is open. */
export function useExpansion() {
  const row = useListRow();
  const { resource, columns, extras } = useListScreen();
  const translate = useTranslate();
  const [isOpen, toggle] = useExpanded(resource.name, row.id);
  const expansion = columns.map(({ key }) => extras[key]?.expand?.(row, translate)).find(Boolean);
  // The id that DataTable gives it.
  return { expansion, isOpen, toggle, id: `${resource.name}-${row.id}-expand` };
}

/**
 * Opens and closes what a row holds below itself; lies above the row's own link. DataTable's own button cannot be
 * reached by the keyboard.
 */
export function ExpandButton() {
  const { expansion, isOpen, toggle, id } = useExpansion();
  if (!expansion) return null;
  return (
    <Button
      variant="text"
      size="small"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      aria-label={expansion.label}
      onClick={toggle}
      endIcon={<ExpandMoreIcon sx={{ transition: 'transform 120ms', transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
      sx={{ position: 'relative', zIndex: 1, marginInline: -1, whiteSpace: 'nowrap' }}
    >
      {expansion.text}
    </Button>
  );
}
