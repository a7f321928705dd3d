import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';

/** One-line summary of an aside for narrow screens. */
export interface AsideSummary {
  text: string;
  isWarning: boolean;
}

export interface AsideProps {
  /** Sections about the task, next to it. */
  aside?: ReactNode;
  /** Width of the aside in pixels. */
  asideWidth?: number;
  /** Line above the task that expands the aside on narrow screens. Without it, the aside is below the task. */
  asideSummary?: AsideSummary | undefined;
}

/** Content of a tab with an aside at the right, as high as the card. */
export function AsideColumns({
  aside,
  asideWidth = 300,
  asideSummary,
  children,
}: AsideProps & { children: ReactNode }) {
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('lg'));
  const label = useTranslate()('process.aside');
  if (!aside) return children;
  // The fields keep their elements at the breakpoint: rotating a tablet keeps the focus and incomplete input.
  return (
    <Box
      sx={{
        flexGrow: 1,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `minmax(0, 1fr) ${asideWidth}px` },
        gridTemplateRows: { xs: 'auto 1fr', lg: '1fr' },
        '@media print': { display: 'block' },
      }}
    >
      {!isWide && asideSummary && (
        <Disclosure {...asideSummary} label={label}>
          {aside}
        </Disclosure>
      )}
      <Box sx={{ minWidth: 0 }}>{children}</Box>
      {(isWide || !asideSummary) && (
        <Box component="aside" aria-label={label} sx={asideStyle}>
          {aside}
        </Box>
      )}
    </Box>
  );
}

const sectionsStyle = { display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 } as const;

const asideStyle = (theme: Theme) => ({
  ...sectionsStyle,
  padding: 2,
  backgroundColor: theme.portal.recessed,
  [theme.breakpoints.up('lg')]: { borderInlineStart: `1px solid ${theme.vars.palette.divider}` },
  [theme.breakpoints.down('lg')]: { borderTop: `1px solid ${theme.vars.palette.divider}` },
  // Without an action bar, the aside is at the bottom of the card.
  ':last-child > &': {
    borderEndEndRadius: theme.portal.cardRadius,
    [theme.breakpoints.down('lg')]: { borderEndStartRadius: theme.portal.cardRadius },
  },
});

/** Style of the summary, with more distance to text than to fields. */
const disclosureStyle = {
  margin: 2,
  marginBlock: '8px -8px',
  '&:has(+ div > div > h2)': { marginBottom: 0 },
  '&:has(+ div dl):not(:has(+ div input))': { marginBottom: 1 },
} as const;

/** Summary that expands the sections; print includes them. Fields follow closely, to begin in view. */
function Disclosure({ text, isWarning, label, children }: AsideSummary & { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Box component="aside" aria-label={label} sx={disclosureStyle}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={(theme) => ({
          display: 'flex',
          gap: 1,
          width: '100%',
          minHeight: 44,
          padding: 1.5,
          borderRadius: 1,
          textAlign: 'start',
          color: isWarning ? theme.status.rejected.text : theme.vars.palette.text.primary,
          backgroundColor: isWarning ? theme.status.rejected.background : theme.portal.recessed,
          displayPrint: 'none',
        })}
      >
        {isWarning && <WarningIcon aria-hidden fontSize="small" />}
        <Typography variant="subtitle1" component="span" sx={{ flex: 1, minWidth: 0 }}>
          {text}
        </Typography>
        <ExpandMoreIcon aria-hidden fontSize="small" sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />
      </ButtonBase>
      <Box id={id} sx={{ ...sectionsStyle, display: open ? 'grid' : 'none', displayPrint: 'grid', paddingTop: 2 }}>
        {children}
      </Box>
    </Box>
  );
}
