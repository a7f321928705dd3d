import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface RejectedNoteProps {
  title: string;
  rejected: readonly { id: number; name: string }[];
}

/** What was refused: whoever packs must leave it out. Nothing where all was approved. */
export function RejectedNote({ title, rejected }: RejectedNoteProps) {
  if (rejected.length === 0) return null;
  return (
    <Box
      role="note"
      sx={(theme) => ({
        display: 'flex',
        gap: 1.5,
        marginInline: 2,
        padding: 1.5,
        borderRadius: 1,
        color: theme.status.rejected.text,
        backgroundColor: theme.status.rejected.ground,
      })}
    >
      <WarningIcon aria-hidden fontSize="small" />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle1" component="p">
          {title}
        </Typography>
        <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5, maxHeight: 160, overflowY: 'auto' }}>
          {rejected.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
