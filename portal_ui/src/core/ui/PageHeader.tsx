import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect } from 'react';

/** Column of 32 px, as high as the title. The icon begins at the edge of the page, whatever the size of its button. */
const backStyle = {
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  width: 32,
  height: 28,
  // Some buttons are only there for some roles.
  '&:empty': { display: 'none' },
  '& > *': { marginInlineStart: '-5px', '@media (pointer: coarse)': { marginInlineStart: '-12px' } },
} as const;

type Props = {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Button before the title. */
  back?: ReactNode;
};

/** Page header with title, subtitle and actions. Sets the document title. */
export function PageHeader({ title, subtitle, actions, back }: Props) {
  useDocumentTitle(title);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: { xs: 'flex-start', sm: 'center' },
        columnGap: 2,
        rowGap: 2,
        marginBottom: 2,
      }}
    >
      <Box sx={{ flex: '1 1 160px', minWidth: 0, display: 'flex', alignItems: 'flex-start' }}>
        {back && <Box sx={backStyle}>{back}</Box>}
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h1">{title}</Typography>
          {subtitle && (
            <Typography variant="body2" component="div" sx={{ color: 'text.tertiary', minHeight: 18 }}>
              {subtitle}
            </Typography>
          )}
        </Box>
      </Box>
      {actions && (
        <Box
          sx={(theme) => ({
            display: 'flex',
            flexWrap: 'wrap',
            gap: 1,
            '& > .MuiIconButton-root': {
              border: `1px solid ${theme.portal.buttonBorder}`,
              backgroundColor: theme.vars.palette.background.paper,
            },
            '@media print': { display: 'none !important' },
          })}
        >
          {actions}
        </Box>
      )}
    </Box>
  );
}

/** Set the document title while the calling component is mounted. */
export function useDocumentTitle(title: string): void {
  const translate = useTranslate();
  const portal = translate('shared.portal');
  useEffect(() => {
    document.title = title ? `${title} · ${portal}` : portal;
  }, [title, portal]);
}
