import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';

/** The rows are those of before: the portal could not be asked again. */
export function RefreshNotice({ message, onRetry }: { message: string; onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <Alert
      severity="error"
      sx={{ marginInline: 1.5, marginBottom: 1.5 }}
      action={
        <Button variant="text" size="small" onClick={onRetry} sx={{ color: 'inherit' }}>
          {translate('shared.tryAgain')}
        </Button>
      }
    >
      {message}
    </Alert>
  );
}
