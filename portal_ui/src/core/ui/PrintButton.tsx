import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { iconOnPhone } from './ExportButton';

/** Button that prints the page; an icon on a phone. */
export function PrintButton() {
  const translate = useTranslate();
  const label = translate('shared.print');
  return (
    <Button startIcon={<PrintIcon />} onClick={() => window.print()} aria-label={label} sx={iconOnPhone}>
      <span>{label}</span>
    </Button>
  );
}
