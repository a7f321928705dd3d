import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { LocalizedLink } from '../../core/routing/links';
import { useDocumentTitle } from '../../core/ui/PageHeader';
import { PublicColumn } from './PublicColumn';

type Props = { title: string; text?: string | undefined; maxWidth: number; children: ReactNode };

/** Layout of a public page: one task on a card, and a link to the login. */
export function PublicLayout({ title, text, maxWidth, children }: Props) {
  const translate = useTranslate();
  useDocumentTitle(title);
  return (
    <PublicColumn maxWidth={maxWidth}>
      <Card sx={{ display: 'grid', gap: 3, padding: { xs: 2, sm: 4 } }}>
        <Box>
          <Typography variant="h1">{title}</Typography>
          {text && <Typography sx={{ marginTop: 1, color: 'text.secondary' }}>{text}</Typography>}
        </Box>
        {children}
      </Card>
      <Box sx={{ marginTop: 2 }}>
        <LocalizedLink to="login">{translate('accountRequests.request.back')}</LocalizedLink>
      </Box>
    </PublicColumn>
  );
}
