import LockOpenIcon from '@mui/icons-material/LockOpenOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import { StatusChip } from './StatusChip';

/** Whether an account is locked: icon and the server's word, red or green. */
export function LockState({ locked, status }: { locked: boolean; status: string }) {
  return <StatusChip tone={locked ? 'rejected' : 'done'} label={status} icon={locked ? LockIcon : LockOpenIcon} />;
}
