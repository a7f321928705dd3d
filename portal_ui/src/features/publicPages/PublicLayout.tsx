import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useDocumentTitle } from '../../core/ui/PageHeader';
import { PublicColumn, type PublicColumnProps } from './PublicColumn';

type Props = PublicColumnProps & { title: string; text?: string | undefined };

/** Layout of a public page: one task on a card. */
export function PublicLayout({ title, text, children, ...column }: Props) {
  useDocumentTitle(title);
  return (
    <PublicColumn {...column}>
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
