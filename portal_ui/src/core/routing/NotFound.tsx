import SearchOffIcon from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { EmptyState } from '../ui/EmptyState';
import { RouterLink, useLocalizedPath } from './links';

type Props = { list: string; title?: string; text?: string };

/** Empty state for a missing or forbidden record, for which a retry is pointless. */
export function NotFound({ list, title, text }: Props) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  return (
    <Card>
      <Box component="h1" sx={{ margin: 0, font: 'inherit' }}>
        <EmptyState
          icon={SearchOffIcon}
          title={title ?? translate('shared.notFound.title')}
          action={
            <Button component={RouterLink} to={path(list)}>
              {translate('form.backToList')}
            </Button>
          }
        >
          {text ?? translate('shared.notFound.text')}
        </EmptyState>
      </Box>
    </Card>
  );
}
