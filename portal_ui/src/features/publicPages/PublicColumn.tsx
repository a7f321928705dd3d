import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useSession } from '../../api/useSession';
import { useLanguage } from '../../core/i18n/useLanguage';
import { RouterLink } from '../../core/routing/links';
import { buildHomeUrl } from '../../core/routing/urls';
import { PublicHeader } from './PublicHeader';

export interface PublicColumnProps {
  maxWidth: number;
  /** False if there is no page to go back to yet. */
  hasBack?: boolean;
  children: ReactNode;
}

/** Public page besides the login: header, way back and a column in the middle. */
export function PublicColumn({ maxWidth, hasBack = true, children }: PublicColumnProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const isSignedIn = useSession().session !== null;
  return (
    <>
      <PublicHeader />
      <Box
        sx={{
          width: '100%',
          maxWidth,
          marginInline: 'auto',
          paddingInline: { xs: 1.5, sm: 2 },
          paddingTop: { md: 3 },
          paddingBottom: 8,
        }}
      >
        {hasBack && (
          <Button
            component={RouterLink}
            to={buildHomeUrl(language, isSignedIn)}
            variant="text"
            startIcon={<ArrowBackIcon />}
            sx={{ marginInlineStart: -1, marginBottom: 1 }}
          >
            {translate(isSignedIn ? 'pages.backToPortal' : 'pages.backToLogin')}
          </Button>
        )}
        {children}
      </Box>
    </>
  );
}
