import CloudOffIcon from '@mui/icons-material/CloudOff';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useOnline } from '../ui/useOnline';
import { DifferenceList } from './ConflictAlert';
import { getChangedBy, type SaveError } from './saveError';

interface SaveErrorAlertProps {
  problem: SaveError | null;
  onClose?: (() => void) | undefined;
  /** Callback to send the same request again; absent if a retry cannot help. */
  onRetry?: (() => void) | undefined;
  busy?: boolean;
  /** Translation key of the text that typed values are kept. */
  keptKey?: string;
  /** Omit border and rounded corners, as above a toolbar. */
  square?: boolean;
}

/** Error alert of a save, shown until it is resolved or closed. */
export function SaveErrorAlert({
  problem,
  onClose,
  onRetry,
  busy = false,
  square = false,
  keptKey,
}: SaveErrorAlertProps) {
  const translate = useTranslate();
  const getMessages = useSaveErrorMessage(keptKey);
  if (!problem) return null;
  const [title, ...more] = getMessages(problem);
  return (
    <Alert
      severity="error"
      {...(problem.kind === 'offline' ? { icon: <CloudOffIcon /> } : {})}
      sx={square ? { borderRadius: 0, border: 0 } : {}}
      action={
        (onRetry || onClose) && (
          <>
            {onRetry && (
              <Button size="small" onClick={onRetry} loading={busy}>
                {translate('shared.tryAgain')}
              </Button>
            )}
            {onClose && (
              <Button size="small" variant="text" color="inherit" onClick={onClose} sx={{ color: 'inherit' }}>
                {translate('shared.close')}
              </Button>
            )}
          </>
        )
      }
    >
      <Box sx={{ fontWeight: 'fontWeightBold' }}>{title}</Box>
      {more.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {problem.kind === 'stale' && problem.differences && <DifferenceList differences={problem.differences} />}
    </Alert>
  );
}

/** Return the message of a save without a response. The connection may be back since then. */
function getNetworkMessage({ isDisconnected }: Extract<SaveError, { kind: 'offline' }>, online: boolean) {
  if (!online) return 'offline';
  return isDisconnected ? 'online' : 'noAnswer';
}

/** Return a function from a save error to an alert title and further lines. */
function useSaveErrorMessage(keptKey = 'saving.problem.kept'): (problem: SaveError) => string[] {
  const translate = useTranslate();
  const online = useOnline();
  return (problem) => {
    switch (problem.kind) {
      case 'offline':
        return [
          translate(`saving.problem.${getNetworkMessage(problem, online)}`),
          translate(problem.keptKey ?? keptKey),
        ];
      case 'server':
        return [
          translate(problem.key),
          translate(problem.keptKey ?? keptKey),
          ...(problem.requestId ? [translate('errors.reference', { id: problem.requestId })] : []),
        ];
      case 'refused':
        return [problem.message || translate(problem.key ?? 'errors.refused'), ...problem.details];
      case 'fields':
        return [translate('saving.problem.fields', { smart_count: problem.count })];
      case 'stale': {
        if (problem.isStepClosed) return [problem.message];
        const names = getChangedBy(problem);
        return [
          translate(problem.rows ? 'saving.problem.rows' : 'saving.problem.stale', {
            who: names.join(', ') || translate('saving.stale.anotherUser'),
            smart_count: names.length || 1,
          }),
          translate('saving.problem.renewed'),
        ];
      }
    }
  };
}
