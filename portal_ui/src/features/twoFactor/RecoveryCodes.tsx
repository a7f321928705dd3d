import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { copyText } from '../../core/ui/CopyChip';
import { useNotifySuccess } from './useNotifySuccess';

type Props = { codes: string[]; doneLabel: string; onDone: () => void };

/** Recovery codes, shown only once, with copy, download and print. */
export function RecoveryCodes({ codes, doneLabel, onDone }: Props) {
  const translate = useTranslate();
  const notifySuccess = useNotifySuccess();
  const copy = () => copyText(codes.join('\n')).then(() => notifySuccess('twoFactor.recovery.copied'));
  const download = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${codes.join('\r\n')}\r\n`], { type: 'text/plain' }));
    link.download = translate('twoFactor.recovery.file');
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {/* Print only the codes, without the page behind the dialog. */}
      <GlobalStyles styles={{ '@media print': { 'body:has(> .MuiDialog-root) > #root': { display: 'none' } } }} />
      <Box role="status">
        <Typography variant="h2">{translate('twoFactor.recovery.title')}</Typography>
        <Typography sx={{ marginTop: 1 }}>{translate('twoFactor.recovery.text')}</Typography>
      </Box>
      <Box
        component="ul"
        sx={(theme) => ({
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
          gap: 1,
          margin: 0,
          padding: 2,
          listStyle: 'none',
          borderRadius: 1,
          fontFamily: 'monospace',
          backgroundColor: theme.portal.recessed,
        })}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '@media print': { display: 'none' } }}>
        <Button variant="outlined" onClick={() => void copy()}>
          {translate('twoFactor.recovery.copy')}
        </Button>
        <Button variant="outlined" onClick={download}>
          {translate('twoFactor.recovery.download')}
        </Button>
        <Button variant="outlined" onClick={() => window.print()}>
          {translate('twoFactor.recovery.print')}
        </Button>
        <Button variant="contained" color="primary" onClick={onDone} autoFocus sx={{ marginInlineStart: 'auto' }}>
          {doneLabel}
        </Button>
      </Box>
    </Box>
  );
}
