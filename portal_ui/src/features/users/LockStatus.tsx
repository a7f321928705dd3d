import LockOpenIcon from '@mui/icons-material/LockOpenOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import { StatusChip } from '../../core/ui/StatusChip';

/** Status of an account: red chip if locked, otherwise green text. */
export function LockStatus({ locked, status }: { locked: boolean; status: string }) {
  if (locked) return <StatusChip tone="rejected" label={status} icon={LockIcon} />;
  return (
    <Box
      component="span"
      sx={(theme) => ({
        ...theme.typography.body1,
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        color: theme.status.done.text,
      })}
    >
      <LockOpenIcon aria-hidden sx={{ fontSize: 16 }} />
      {status}
    </Box>
  );
}
