import WarningIcon from '@mui/icons-material/WarningAmber';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { SxProps, Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Query } from '../../api/http';
import { ExportButton } from '../ui/ExportButton';
import { ActionBar, type ActionBarProps } from './ActionBar';
import { useProcess } from './processContext';

interface StepPaneHeaderProps {
  /** The key of the heading where the server names none for this viewer, or the heading itself. */
  title: string;
  count?: number;
  /** At the right: what is done with many at once. */
  actions?: ReactNode;
  /** The tab's spreadsheet. */
  sheet?: { path: string; query: Query } | undefined;
  /** The heading is for screen readers: the actions, if any, take its place, the steps above name the tab. */
  isQuiet?: boolean;
  /** There is nothing to export. */
  empty?: boolean;
}

/** A tab's heading: its name, how many units, what is done with many at once, the spreadsheet. */
export function StepPaneHeader({
  title,
  count,
  actions,
  sheet,
  isQuiet = false,
  empty = count === 0,
}: StepPaneHeaderProps) {
  const { step } = useProcess();
  const translate = useTranslate();
  const heading = step.title ?? translate(title, { _: title });
  if (isQuiet && !actions && !sheet) {
    return (
      <Typography variant="h2" sx={visuallyHidden}>
        {heading}
      </Typography>
    );
  }
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        paddingBlock: isQuiet ? 0.5 : 0.75,
        paddingInline: 2,
        minHeight: isQuiet ? 44 : 48,
      }}
    >
      {/* On a phone the menu of steps above has the same name. */}
      <Typography variant="h2" sx={isQuiet ? visuallyHidden : heading === step.label ? hiddenOnPhone : {}}>
        {heading}
      </Typography>
      {count !== undefined && !isQuiet && (
        <Chip
          size="small"
          role="img"
          label={count}
          aria-label={translate('process.units.count', { smart_count: count })}
        />
      )}
      {!isQuiet && <Box sx={{ flex: 1 }} />}
      <Box sx={isQuiet ? quietActionsStyle : actionsStyle}>{actions}</Box>
      {isQuiet && <Box sx={{ flex: { sm: 1 } }} />}
      {sheet && <ExportButton size="small" {...sheet} disabled={empty} />}
    </Box>
  );
}

const hiddenOnPhone: SxProps<Theme> = (theme) => ({ [theme.breakpoints.down('sm')]: visuallyHidden });

/** On a phone on a line of their own, below the heading and the spreadsheet; long labels wrap. */
const actionsStyle = {
  display: { xs: 'flex', sm: 'contents' },
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  order: { xs: 1 },
  flexBasis: '100%',
  minWidth: 0,
  '&:empty': { display: 'none' },
  '& > *': { minWidth: 0, maxWidth: '100%', flexWrap: 'wrap' },
  '& .MuiButton-root': { whiteSpace: { xs: 'normal', sm: 'nowrap' } },
} as const;

/** Style of the actions if the heading is hidden: on a phone on one line with the spreadsheet. */
const quietActionsStyle = {
  ...actionsStyle,
  order: 0,
  flexBasis: { xs: 0, sm: 'auto' },
  flexGrow: { xs: 1, sm: 0 },
} as const;

interface StepPaneProps extends StepPaneHeaderProps {
  /** A sentence above the content, beside the server's for this viewer. */
  note?: ReactNode;
  /** The bar below. */
  bar?: ActionBarProps;
  children: ReactNode;
}

/** A tab: its heading, what is said to this viewer, its content, its bar. */
export function StepPane({ note, bar = {}, children, ...head }: StepPaneProps) {
  const { step } = useProcess();
  return (
    <>
      <StepPaneHeader {...head} />
      {(step.note || note) && (
        <Box sx={{ paddingInline: 2, paddingTop: head.isQuiet ? 2 : 0, paddingBottom: 1.5, color: 'text.secondary' }}>
          {step.note && <Typography>{step.note}</Typography>}
          {typeof note === 'string' ? <Typography>{note}</Typography> : note}
        </Box>
      )}
      {children}
      <ActionBar {...bar} />
    </>
  );
}

interface TwoColumnsProps {
  aside?: ReactNode;
  /** In pixels. */
  asideWidth?: number;
  children: ReactNode;
}

/** The task at the left, what it is about at the right; below one another where it is narrow. */
export function TwoColumns({ aside, asideWidth = 300, children }: TwoColumnsProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        paddingInline: 2,
        paddingBottom: 3,
        gridTemplateColumns: aside ? { xs: 'minmax(0, 1fr)', lg: `minmax(0, 1fr) ${asideWidth}px` } : 'minmax(0, 1fr)',
      }}
    >
      <Box sx={{ minWidth: 0, maxWidth: 720 }}>{children}</Box>
      {aside && (
        <Box
          sx={(theme) => ({
            borderInlineStart: { lg: `1px solid ${theme.vars.palette.divider}` },
            borderTop: { xs: `1px solid ${theme.vars.palette.divider}`, lg: 0 },
            paddingInlineStart: { lg: 3 },
            paddingTop: { xs: 3, lg: 0 },
          })}
        >
          {aside}
        </Box>
      )}
    </Box>
  );
}

interface RejectedAlertProps {
  /** The key of what is said of them. */
  title: string;
  rejected: readonly { id: number; name: string; reason?: string | undefined }[];
}

/** What was refused, and why as far as it is told: whoever packs must leave it out. Nothing where all was approved. */
export function RejectedAlert({ title, rejected }: RejectedAlertProps) {
  const translate = useTranslate();
  if (rejected.length === 0) return null;
  return (
    <Alert severity="error" icon={<WarningIcon />} role="note" sx={{ margin: 2, marginTop: 0, alignItems: 'start' }}>
      <Typography variant="subtitle1" component="p">
        {translate(title, { smart_count: rejected.length })}
      </Typography>
      <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5, maxHeight: 240, overflowY: 'auto' }}>
        {rejected.map(({ id, name, reason }) => (
          <li key={id}>
            {name}
            {reason && <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{reason}</Typography>}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
