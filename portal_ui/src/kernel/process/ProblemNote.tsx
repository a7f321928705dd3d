import CloudOffIcon from '@mui/icons-material/CloudOff';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useProblemWords } from '../saving/useProblemWords';
import { useProcessSave } from './useSaveDesk';

/** Why the last save or move did not happen, in words, above the buttons; stays until it is solved or closed. */
export function ProblemNote() {
  const { problem, retry, dismiss, busy } = useProcessSave();
  const translate = useTranslate();
  const words = useProblemWords();
  if (!problem || problem.kind === 'stale') return null;
  const Icon = problem.kind === 'offline' ? CloudOffIcon : ErrorIcon;
  const [title, ...more] = words(problem);
  return (
    <Box
      role="alert"
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 1,
        paddingBlock: 1,
        paddingInline: 2,
        color: theme.status.rejected.text,
        backgroundColor: theme.status.rejected.ground,
      })}
    >
      <Icon aria-hidden fontSize="small" />
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography variant="subtitle1" component="p">
          {title}
        </Typography>
        {more.map((line) => (
          <Typography key={line} variant="body2">
            {line}
          </Typography>
        ))}
      </Box>
      {retry && (
        <Button size="small" onClick={retry} loading={busy}>
          {translate('shared.tryAgain')}
        </Button>
      )}
      <Button size="small" variant="text" color="inherit" onClick={dismiss} sx={{ color: 'inherit' }}>
        {translate('shared.close')}
      </Button>
    </Box>
  );
}
