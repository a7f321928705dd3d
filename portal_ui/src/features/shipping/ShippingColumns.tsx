import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId, useState } from 'react';
import { FormSections } from '../../core/forms/FormSection';

/** What stands beside the fields, and the line that stands for it where it is narrow. */
export interface Aside {
  text: string;
  isWarning: boolean;
  content: ReactNode;
}

/** Fields at the left and what they are about at the right; where it is narrow, one line above them opens it. */
export function ShippingColumns({ aside, children }: { aside: Aside; children: ReactNode }) {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'));
  // The fields stay the same elements at the breakpoint: a tablet that is turned keeps focus and what is half typed.
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 272px' } }}>
      {!isWide && <OpenedAside aside={aside} />}
      {/* The first field is in sight without scrolling, also below a long sentence of the header. */}
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
            backgroundColor: theme.portal.sunk,
          })}
        >
          {aside.content}
        </Box>
      )}
    </Box>
  );
}

const contentStyle = { display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 } as const;

/** The line; on paper, what it opens is there as well. */
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
          backgroundColor: isWarning ? theme.status.rejected.ground : theme.portal.sunk,
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
