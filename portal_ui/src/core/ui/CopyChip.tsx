import CheckIcon from '@mui/icons-material/Check';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';

const FEEDBACK_MS = 2_000;

/** Chip that copies its value, such as a request number, with feedback. */
export function CopyChip({ value, large = false }: { value: string; large?: boolean }) {
  const [copied, setCopied] = useState(false);
  const translate = useTranslate();

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <ButtonBase
      aria-label={translate('shared.copyValue', { value })}
      onClick={() => copyText(value).then(() => setCopied(true))}
      sx={(theme) => ({
        ...(large ? theme.typography.h2 : theme.typography.h3),
        gap: 0.75,
        padding: '3px 8px',
        border: `1px solid ${theme.portal.buttonBorder}`,
        borderRadius: 1,
        backgroundColor: theme.vars.palette.background.paper,
        '&:hover': { backgroundColor: theme.portal.recessed },
        '@media print': { padding: 0, border: 0, '& svg': { display: 'none' } },
      })}
    >
      {/* Both in the same grid cell, to avoid a layout shift. */}
      <Box component="span" sx={{ display: 'grid', '& > *': { gridArea: '1 / 1' } }}>
        <span style={{ visibility: copied ? 'hidden' : 'visible' }}>{value}</span>
        <span role="status">{copied ? translate('shared.copied') : ''}</span>
      </Box>
      {copied ? <CheckIcon aria-hidden sx={{ fontSize: 16 }} /> : <ContentCopyIcon aria-hidden sx={{ fontSize: 16 }} />}
    </ButtonBase>
  );
}

/** Copy text. The Clipboard API needs a secure context; the fallback is a text field. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
