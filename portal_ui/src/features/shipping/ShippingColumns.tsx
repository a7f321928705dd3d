import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId, useState } from 'react';
import { FormSections } from '../../core/forms/FormSection';

/** Content next to the fields, and its one-line summary for narrow screens. */
export interface Aside {
  text: string;
  isWarning: boolean;
  content: ReactNode;
}

/** Columns of fields and related content. On narrow screens, a line above the fields expands the content. */
export function ShippingColumns({ aside, children }: { aside: Aside; children: ReactNode }) {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'));
  // The fields keep their elements at the breakpoint: rotating a tablet keeps the focus and incomplete input.
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 272px' } }}>
      {!isWide && <OpenedAside aside={aside} />}
      {/* Keeps the first field in view without scrolling, even below a long header sentence. */}
      <Box sx={{ minWidth: 0, marginTop: -1 }}>
        <FormSections>{children}</FormSections>
      </Box>
      {isWide && (
        <Box
          component="aside"
          sx={(theme) => ({
            ...contentStyle,
            padding: 2,
            borderInlineStart: `1px solid ${theme.vars.palette.divider}`,
            backgroundColor: theme.portal.recessed,
          })}
        >
          {aside.content}
        </Box>
      )}
    </Box>
  );
}

const contentStyle = { display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 } as const;

/** Disclosure with the summary; print includes its content. */
function OpenedAside({ aside: { text, isWarning, content } }: { aside: Aside }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Box component="aside" sx={{ margin: 2, marginTop: 1, marginBottom: 0 }}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={(theme) => ({
          display: 'flex',
          gap: 1,
          width: '100%',
          minHeight: 44,
          paddingInline: 1.5,
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
        <ExpandMoreIcon aria-hidden sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />
      </ButtonBase>
      <Box id={id} sx={{ ...contentStyle, display: open ? 'grid' : 'none', displayPrint: 'grid', paddingTop: 2 }}>
        {content}
      </Box>
    </Box>
  );
}
