import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Query } from '../../server/http';
import { ExportButton } from '../list/ExportButton';
import { useProcess } from './processContext';

interface PaneHeadProps {
  /** The heading where the server names none for this viewer. */
  title: string;
  count?: number;
  children?: ReactNode;
  exportPath?: string;
  exportQuery?: Query;
  /** There is nothing to export. */
  empty?: boolean;
}

/** A tab's heading: its name, how many units, what is done with many at once, the spreadsheet. */
export function PaneHead({ title, count, children, exportPath, exportQuery, empty = count === 0 }: PaneHeadProps) {
  const { step } = useProcess();
  const translate = useTranslate();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        paddingBlock: 1.5,
        paddingInline: 2,
        minHeight: 60,
      }}
    >
      <Typography variant="h2">{step.title ?? title}</Typography>
      {count !== undefined && <Count label={translate('process.units.count', { smart_count: count })}>{count}</Count>}
      <Box sx={{ flex: 1 }} />
      {children}
      {exportPath && <ExportButton size="small" path={exportPath} query={exportQuery} disabled={empty} />}
    </Box>
  );
}

function Count({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Typography
      component="span"
      variant="subtitle2"
      aria-label={label}
      role="img"
      sx={(theme) => ({
        paddingInline: 1,
        paddingBlock: 0.25,
        borderRadius: 1,
        backgroundColor: theme.portal.sunk,
        color: 'text.secondary',
      })}
    >
      {children}
    </Typography>
  );
}

/** A sentence above the content: the server's for this viewer, and a pane's own. */
export function StepNote({ children }: { children?: ReactNode }) {
  const { step } = useProcess();
  if (!step.note && !children) return null;
  return (
    <Box sx={{ paddingInline: 2, paddingBottom: 1.5, color: 'text.secondary' }}>
      {step.note && <Typography>{step.note}</Typography>}
      {children}
    </Box>
  );
}
