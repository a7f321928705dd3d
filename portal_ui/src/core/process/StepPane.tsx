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
import { StatusChip } from '../ui/StatusChip';
import { ActionBar, type ActionBarProps } from './ActionBar';
import { AsideColumns, type AsideProps } from './AsideColumns';
import { useProcess } from './processContext';

interface StepPaneHeaderProps {
  /** Heading or its translation key, unless the server has one for the viewer. */
  title: string;
  count?: number;
  /** Text next to the heading, such as totals. */
  summary?: string | undefined;
  /** Bulk actions at the right. */
  actions?: ReactNode;
  /** Spreadsheet export of the tab. */
  sheet?: { path: string; query: Query } | undefined;
  /** Whether the heading is visually hidden; the actions, if any, take its place. */
  isCompact?: boolean;
  /** Whether there is nothing to export. */
  empty?: boolean;
}

/** Header of a tab: heading, count, bulk actions and export. */
export function StepPaneHeader({
  title,
  count,
  summary,
  actions,
  sheet,
  isCompact = false,
  empty = count === 0,
}: StepPaneHeaderProps) {
  const { step } = useProcess();
  const translate = useTranslate();
  const heading = step.title ?? translate(title, { _: title });
  const countText = translate('process.units.count', { smart_count: count ?? 0 });
  const isRepeated = [step.label, translate(`process.shortStep.${step.key}`, { _: step.label })].includes(heading);
  if ((isCompact || isRepeated) && !actions && !sheet && count === undefined && !summary) {
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
        // The heading is level with that of the aside.
        paddingTop: isCompact ? { xs: 1, sm: 0.5 } : { xs: 0.75, sm: '10px' },
        paddingBottom: isCompact ? { xs: 1, sm: 0.5 } : { xs: 0.75, sm: '2px' },
        paddingInline: 2,
        minHeight: isCompact ? 44 : 48,
      }}
    >
      {/* On a phone the step menu above has the same text. */}
      <Typography variant="h2" sx={isCompact ? visuallyHidden : isRepeated ? hiddenOnPhone : {}}>
        {heading}
      </Typography>
      {count !== undefined && !isCompact && (
        <Chip
          size="small"
          role="img"
          label={
            <>
              {isRepeated && (
                <Box component="span" sx={onPhone}>
                  {countText}
                </Box>
              )}
              <Box component="span" sx={isRepeated ? hiddenOnPhone : {}}>
                {count}
              </Box>
            </>
          }
          aria-label={countText}
        />
      )}
      {summary && (
        <Typography variant="body2" className="tabular" sx={{ color: 'text.tertiary' }}>
          {summary}
        </Typography>
      )}
      {!isCompact && <Box sx={{ flex: 1 }} />}
      <Box sx={isCompact ? quietActionsStyle : actionsStyle}>{actions}</Box>
      {sheet && <ExportButton size="small" {...sheet} disabled={empty} isIcon />}
    </Box>
  );
}

/** Style of the count of a phone, where no heading says what is counted. */
const onPhone: SxProps<Theme> = { display: { sm: 'none' } };
const hiddenOnPhone: SxProps<Theme> = (theme) => ({ [theme.breakpoints.down('sm')]: visuallyHidden });

/** Style of the actions: on a phone on a separate line, with labels that wrap. */
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

/** Style of the actions if the heading is hidden: next to the export on a phone. */
const quietActionsStyle = {
  ...actionsStyle,
  order: 0,
  flexBasis: { xs: 0, sm: 'auto' },
  flexGrow: { xs: 1, sm: 0 },
  '& .MuiButton-root': { ...actionsStyle['& .MuiButton-root'], paddingInline: { xs: 1.5, sm: 1 } },
} as const;

interface StepPaneProps extends StepPaneHeaderProps, AsideProps {
  /** Text above the content. */
  note?: ReactNode;
  /** Options of the action bar. */
  bar?: ActionBarProps;
  children: ReactNode;
}

/** Tab with heading, notes, content, aside and action bar. */
export function StepPane(props: StepPaneProps) {
  const { note, bar = {}, aside, asideWidth, asideSummary, children, ...headerProps } = props;
  return (
    <>
      <AsideColumns {...{ aside, asideSummary }} {...(asideWidth && { asideWidth })}>
        <StepPaneHeader {...headerProps} />
        {note && <Box sx={noteStyle}>{typeof note === 'string' ? <Typography>{note}</Typography> : note}</Box>}
        {children}
      </AsideColumns>
      <ActionBar {...bar} />
    </>
  );
}

const noteStyle = { paddingInline: 2, paddingBottom: 1, color: 'text.secondary', 'h2 + &': { paddingTop: 2 } } as const;

/** Fields or values of a tab, in lines of readable length. */
export function PaneBody({ children }: { children: ReactNode }) {
  return <Box sx={bodyStyle}>{children}</Box>;
}

/** Style of the body, with a margin at the top if no visible heading is above. */
const bodyStyle = {
  minWidth: 0,
  maxWidth: 752,
  paddingInline: 2,
  paddingBottom: 3,
  'h2 + &, .MuiAlert-root + &': { paddingTop: 2 },
} as const;

interface RejectedAlertProps {
  /** Translation key of the title, with `smart_count`. */
  title: string;
  rejected: readonly { id: number; name: string; label?: ReactNode; reason?: string | undefined }[];
  /** Whether a chip is above the rows, as the viewer has nothing to do. */
  isQuiet?: boolean;
}

/** Alert with rejected or missing rows and known reasons. Absent if there are none. */
export function RejectedAlert({ title, rejected, isQuiet = false }: RejectedAlertProps) {
  const translate = useTranslate();
  if (rejected.length === 0) return null;
  const label = translate(title, { smart_count: rejected.length });
  const rows = (
    <Box component="ul" sx={{ margin: 0, padding: 0, listStyle: 'none', maxHeight: 240, overflowY: 'auto' }}>
      {rejected.map(({ id, name, label: row, reason }) => (
        <li key={id}>
          {isQuiet && row ? row : name}
          {reason && <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{reason}</Typography>}
        </li>
      ))}
    </Box>
  );
  if (isQuiet) {
    return (
      <Typography component="div" role="note" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <StatusChip tone="rejected" label={label} />
        {rows}
      </Typography>
    );
  }
  return (
    <Alert severity="error" icon={<WarningIcon />} role="note" sx={alertStyle}>
      <Typography variant="subtitle1" component="p">
        {label}
      </Typography>
      {rows}
    </Alert>
  );
}

const alertStyle = {
  margin: 2,
  marginTop: 0,
  alignItems: 'start',
  'aside &': { margin: 0, padding: '4px 12px' },
  'h2 + &': { marginTop: 2 },
};
