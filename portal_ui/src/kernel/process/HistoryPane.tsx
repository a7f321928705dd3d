import Box from '@mui/material/Box';

/** Stands until the declared list is there. */
export function HistoryPane() {
  return <Box sx={{ padding: 2 }} />;
}
