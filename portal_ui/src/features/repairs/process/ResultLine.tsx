import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { Tone } from '../../../api/types';

/** Result of the last scan or change. */
export interface ActionResult {
  tone: Extract<Tone, 'done' | 'waiting' | 'idle'>;
  text: string;
  undo?: (() => void) | undefined;
}

interface ResultLineProps {
  result: ActionResult | null;
  /** Text while there is no result. */
  help: string;
}

const RESULT_ICONS = { done: CheckCircleIcon, waiting: WarningIcon, idle: InfoIcon };

/** Line with the last result, announced to screen readers, and a button to undo it. */
export function ResultLine({ result, help }: ResultLineProps) {
  const translate = useTranslate();
  const Icon = result && RESULT_ICONS[result.tone];
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
      <Typography
        role="status"
        data-tone={result?.tone}
        sx={(theme) => ({
          flex: 1,
          minWidth: 0,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          overflowWrap: 'anywhere',
          color: result ? theme.status[result.tone].text : theme.vars.palette.text.secondary,
        })}
      >
        {result && Icon ? (
          <>
            <Icon aria-hidden fontSize="small" />
            <span>{result.text}</span>
          </>
        ) : (
          <Typography component="span" variant="body2">
            {help}
          </Typography>
        )}
      </Typography>
      {result?.undo && (
        <Button variant="text" color="primary" onClick={result.undo} sx={{ marginInlineEnd: -1.5 }}>
          {translate('shared.undo')}
        </Button>
      )}
    </Box>
  );
}
