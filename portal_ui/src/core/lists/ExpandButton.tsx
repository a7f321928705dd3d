import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import { useExpanded, useTranslate } from 'ra-core';
import { useListScreen } from './listScreen';
import { useListRow } from './RowLinks';

/** Return the expandable content of the row, and whether it is expanded. */
export function useExpansion() {
  const row = useListRow();
  const { resource, columns, extras } = useListScreen();
  const translate = useTranslate();
  const [isOpen, toggle] = useExpanded(resource.name, row.id);
  const expansion = columns.map(({ key }) => extras[key]?.expand?.(row, translate)).find(Boolean);
  // The id that DataTable assigns to the expanded content.
  return { expansion, isOpen, toggle, id: `${resource.name}-${row.id}-expand` };
}

/**
 * Button that expands or collapses a row, above the row's link. It replaces the button of DataTable, which the keyboard
 * cannot reach. In a table it has only the number: the heading of the column says of what, and names need the width.
 */
export function ExpandButton({ inTable = false }: { inTable?: boolean }) {
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
      sx={{
        position: 'relative',
        zIndex: 1,
        // The text begins below that of the header.
        paddingInline: 1,
        marginInline: -1,
        whiteSpace: 'nowrap',
        '& .MuiButton-endIcon': { marginInline: '2px 0' },
      }}
    >
      {inTable ? expansion.count : expansion.text}
    </Button>
  );
}
