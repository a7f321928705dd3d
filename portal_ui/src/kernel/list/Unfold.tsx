import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import type { Unfolding } from './rows';

interface UnfoldButtonProps {
  unfolding: Unfolding;
  open: boolean;
  /** What it opens and closes. */
  controls: string;
  onToggle: () => void;
}

/** Opens and closes what a row holds below itself; lies above the row's own link. */
export function UnfoldButton({ unfolding, open, controls, onToggle }: UnfoldButtonProps) {
  return (
    <Button
      variant="text"
      size="small"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      aria-label={unfolding.label}
      onClick={onToggle}
      endIcon={<ExpandMoreIcon sx={{ transition: 'transform 120ms', transform: open ? 'rotate(180deg)' : 'none' }} />}
      sx={{ position: 'relative', marginInline: -1, whiteSpace: 'nowrap' }}
    >
      {unfolding.text}
    </Button>
  );
}
