import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../core/ui/PageHeader';
import { PublicColumn } from './PublicColumn';

type Props = { title: string; text?: string | undefined; maxWidth: number; children: ReactNode };

/** Layout of a public page: one task on a card. */
export function PublicLayout({ title, text, maxWidth, children }: Props) {
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
    </PublicColumn>
  );
}
